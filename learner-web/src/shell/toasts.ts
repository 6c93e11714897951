import { createOverlay } from '@flagyard/ui/BlockingOverlay'
import { createToastList } from '@flagyard/ui/Toasts'

/** Shows a toast from anywhere: `toasts.show({ type: 'success', content: 'Saved.' })`. */
export const toasts = createToastList()

export const showSuccess = (content: string): void => void toasts.show({ type: 'success', content })

export const showError = (content: string): void => void toasts.show({ type: 'failure', content })

/** Blocks the screen during a task: `overlay.showWhile('Paying', () => …)`. */
export const overlay = createOverlay()

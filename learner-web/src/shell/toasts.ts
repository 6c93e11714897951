import { createOverlayStore } from '@flagyard/ui/overlay-store'
import { createToastStore } from '@flagyard/ui/toast-store'

/** Shows a toast from anywhere: `toasts.show({ type: 'success', content: 'Saved.' })`. */
export const toasts = createToastStore()

export const showError = (content: string): void => void toasts.show({ type: 'failure', content })

/** Blocks the screen while a task runs: `overlay.showWhile('Paying', () => …)`. */
export const overlay = createOverlayStore()

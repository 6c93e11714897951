import { createOverlayStore } from '@flagyard/ui/overlay-store'
import { createToastStore } from '@flagyard/ui/toast-store'

/** `toasts.show({ type: 'success', content: 'Saved.' })`, from anywhere. */
export const toasts = createToastStore()

export const showError = (content: string): void => void toasts.show({ type: 'failure', content })

/** `overlay.during('Taking you to the checkout', () => …)` blocks the screen meanwhile. */
export const overlay = createOverlayStore()

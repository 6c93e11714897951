import { BlockingOverlay } from '@flagyard/ui/BlockingOverlay'
import { useStore } from '@flagyard/ui/store'
import { overlay } from './toasts.ts'

export function Overlay() {
  return <BlockingOverlay label={useStore(overlay)} />
}

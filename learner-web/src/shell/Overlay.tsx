import { BlockingOverlay } from '@flagyard/ui/BlockingOverlay'
import { useAtomValue } from 'jotai'
import { overlay } from './toasts.ts'

export function Overlay() {
  return <BlockingOverlay label={useAtomValue(overlay.atom)} />
}

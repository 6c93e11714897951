import { BlockingOverlay } from '@flagyard/ui/BlockingOverlay'
import { atomOf, useAtomValue } from '../lib/jotai.ts'
import { overlay } from './toasts.ts'

const overlayAtom = atomOf(overlay)

export function Overlay() {
  return <BlockingOverlay label={useAtomValue(overlayAtom)} />
}

import { Toasts } from '@flagyard/ui/Toasts'
import { atomOf, useAtomValue } from '../lib/jotai.ts'
import { toasts } from './toasts.ts'

const toastsAtom = atomOf(toasts)

export function Toaster() {
  return <Toasts toasts={useAtomValue(toastsAtom)} onClose={toasts.close} />
}

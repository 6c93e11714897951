import { Toasts } from '@flagyard/ui/Toasts'
import { useAtomValue } from 'jotai'
import { toasts } from './toasts.ts'

export function Toaster() {
  return <Toasts toasts={useAtomValue(toasts.atom)} onClose={toasts.close} />
}

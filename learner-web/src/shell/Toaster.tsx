import { useStore } from '@flagyard/ui/store'
import { Toasts } from '@flagyard/ui/Toasts'
import { toasts } from './toasts.ts'

export function Toaster() {
  return <Toasts toasts={useStore(toasts)} onClose={toasts.close} />
}

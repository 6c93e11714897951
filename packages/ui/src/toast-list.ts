import { type Atom, atom, getDefaultStore } from 'jotai/vanilla'

export type ToastType = 'success' | 'failure' | 'info' | 'warning'

export interface Toast {
  id: number
  type: ToastType
  content: string
  link?: { to: string; text: string }
}

/** Visible toasts, oldest first. Identical toasts are shown once. */
export function createToastList() {
  const store = getDefaultStore()
  const shown = atom<readonly Toast[]>([])
  let last = 0
  return {
    atom: shown as Atom<readonly Toast[]>,
    show(toast: Omit<Toast, 'id'>): number {
      last += 1
      const isOther = ({ content, type }: Toast) => content !== toast.content || type !== toast.type
      store.set(shown, (toasts) => [...toasts.filter(isOther), { ...toast, id: last }])
      return last
    },
    close: (id: number) => store.set(shown, (toasts) => toasts.filter((toast) => toast.id !== id)),
  }
}

import { createStore, type Store } from './store.ts'

export type ToastType = 'success' | 'failure' | 'info' | 'warning'

export interface Toast {
  id: number
  type: ToastType
  content: string
  link?: { to: string; text: string }
}

export interface ToastStore extends Store<readonly Toast[]> {
  show(toast: Omit<Toast, 'id'>): number
  close(id: number): void
}

/** The toasts that are shown, oldest first. The same toast shown twice appears once. */
export function createToastStore(): ToastStore {
  const toasts = createStore<readonly Toast[]>([])
  let last = 0
  return {
    get: toasts.get,
    subscribe: toasts.subscribe,
    show(toast) {
      last += 1
      const others = toasts.get().filter((shown) => shown.content !== toast.content || shown.type !== toast.type)
      toasts.set([...others, { ...toast, id: last }])
      return last
    },
    close(id) {
      toasts.set(toasts.get().filter((toast) => toast.id !== id))
    },
  }
}

import type { Store } from './store.ts'

/** Whether the browser has a connection, as far as it knows. */
export const onlineStore: Store<boolean> = {
  get: () => navigator.onLine,
  subscribe(listener) {
    addEventListener('online', listener)
    addEventListener('offline', listener)
    return () => {
      removeEventListener('online', listener)
      removeEventListener('offline', listener)
    }
  },
}

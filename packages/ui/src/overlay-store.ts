import { createStore, type Store } from './store.ts'

export interface OverlayStore extends Store<string | null> {
  /** Covers the screen with this label until the task settles. */
  showWhile<T>(label: string, task: () => Promise<T>): Promise<T>
}

/** The label of the blocking overlay, or null while nothing blocks. */
export function createOverlayStore(): OverlayStore {
  const label = createStore<string | null>(null)
  const running: string[] = []
  return {
    get: label.get,
    subscribe: label.subscribe,
    async showWhile(text, task) {
      running.push(text)
      label.set(text)
      try {
        return await task()
      } finally {
        running.splice(running.lastIndexOf(text), 1)
        label.set(running.at(-1) ?? null)
      }
    },
  }
}

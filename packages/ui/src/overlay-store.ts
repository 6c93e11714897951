import { createStore, type Store } from './store.ts'

export interface OverlayStore extends Store<string | null> {
  /** Covers the screen with these words until the work ends, however it ends. */
  during<T>(label: string, work: () => Promise<T>): Promise<T>
}

/** What the blocking overlay says, or null while nothing blocks. */
export function createOverlayStore(): OverlayStore {
  const label = createStore<string | null>(null)
  const running: string[] = []
  return {
    get: label.get,
    subscribe: label.subscribe,
    async during(words, work) {
      running.push(words)
      label.set(words)
      try {
        return await work()
      } finally {
        running.splice(running.lastIndexOf(words), 1)
        label.set(running.at(-1) ?? null)
      }
    },
  }
}

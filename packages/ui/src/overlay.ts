import { atom, getDefaultStore } from 'jotai/vanilla'

/** Label of the blocking overlay; null if it is not shown. */
export function createOverlay() {
  const store = getDefaultStore()
  const running = atom<readonly { label: string }[]>([])
  return {
    atom: atom((get) => get(running).at(-1)?.label ?? null),
    /** Covers the screen with this label until the task settles. */
    async showWhile<T>(label: string, task: () => Promise<T>): Promise<T> {
      const mine = { label }
      store.set(running, (all) => [...all, mine])
      try {
        return await task()
      } finally {
        store.set(running, (all) => all.filter((one) => one !== mine))
      }
    },
  }
}

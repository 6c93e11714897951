import { createStore, type Store } from './store.ts'

const count = createStore(0)

/** How many dialogs are open now, so that nothing else interrupts while somebody reads one. */
export const openDialogsStore: Store<number> = count

/** Counts a dialog that opens; the returned function counts it out again. */
export function countOpenDialog(): () => void {
  count.set(count.get() + 1)
  return () => count.set(count.get() - 1)
}

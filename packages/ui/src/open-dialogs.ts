import { atom, getDefaultStore } from 'jotai/vanilla'

/** How many dialogs are open now, so that nothing else interrupts while somebody reads one. */
export const openDialogsAtom = atom(0)

/** Counts a dialog that opens; the returned function counts it out again. */
export function countOpenDialog(): () => void {
  const add = (difference: number) => getDefaultStore().set(openDialogsAtom, (count) => count + difference)
  add(1)
  return () => add(-1)
}

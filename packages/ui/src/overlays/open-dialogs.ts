import { atom, getDefaultStore } from 'jotai/vanilla'

/** Number of open dialogs, so that nothing else interrupts a reader. */
export const openDialogsAtom = atom(0)

/** Counts an opened dialog; call the returned function when it closes. */
export function countOpenDialog(): () => void {
  const add = (difference: number) => getDefaultStore().set(openDialogsAtom, (count) => count + difference)
  add(1)
  return () => add(-1)
}

/** The one door to jotai. What the browser owns lives in small stores; here each becomes an atom that screens read. */
import type { Store } from '@flagyard/ui/store'
import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai'

export { useAtomValue } from 'jotai'

/** An atom that always holds what the store holds, whether or not anything on the page reads it. */
export function atomOf<T>(source: Store<T>): PrimitiveAtom<T> {
  const mirror = atom<T>(source.get())
  source.subscribe(() => getDefaultStore().set(mirror, () => source.get()))
  return mirror
}

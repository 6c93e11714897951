import { atom } from 'jotai/vanilla'
import { readStored, writeStored } from './storage.ts'

/** A value persisted in local storage as the text returned by `format`; null removes it. Without storage, it lasts until the page is left. */
export function storedAtom<T>(key: string, parse: (text: string | null) => T, format: (value: T) => string | null) {
  const value = atom(parse(readStored(key)))
  return atom(
    (get) => get(value),
    (_get, set, next: T) => {
      set(value, next)
      writeStored(key, format(next))
    },
  )
}

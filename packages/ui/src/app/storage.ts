import { atom } from 'jotai/vanilla'

/** The text stored under this key in local storage; null if there is none, or no storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null removes the entry. Browsers may have no storage, or full storage. */
export function writeStored(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // The value then only lasts until the page is left.
  }
}

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

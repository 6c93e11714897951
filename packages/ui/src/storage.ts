/** The text under this key of local storage; null where there is none, or no storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null removes it. A browser may have no storage, or a full one. */
export function writeStored(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // What is kept nowhere else lasts until the page is left.
  }
}

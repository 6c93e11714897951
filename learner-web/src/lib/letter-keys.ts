import { createStore, type Store } from '@flagyard/ui/store'

/** Local storage: `off` where shortcuts of a single key act only while their own part of the page has the focus. */
const STORAGE_KEY = 'letter_keys'

const everywhere = createStore(read())

/** Whether shortcuts of a single key act anywhere on their page. */
export const letterKeysEverywhere: Store<boolean> = everywhere

export function setLetterKeysEverywhere(on: boolean): void {
  everywhere.set(on)
  try {
    localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off')
  } catch {
    // Without storage it lasts until the page is left.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

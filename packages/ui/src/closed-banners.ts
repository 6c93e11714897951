import { atom, getDefaultStore } from 'jotai/vanilla'

/** Local storage key: ids of banners closed in this browser, separated by commas. */
const CLOSED_BANNERS_KEY = 'closed_banners'

/** Ids of closed banners, separated by commas. Also updated when another tab closes a banner. */
export const closedBannersAtom = atom(read(''))
closedBannersAtom.onMount = (set) => {
  const update = () => set(read)
  update()
  addEventListener('storage', update)
  return () => removeEventListener('storage', update)
}

/** A closed banner does not open again in this browser, whether or not "Don't show again" was ticked. */
export function closeBanner(id: string): void {
  const closed = [...read(getDefaultStore().get(closedBannersAtom)).split(','), id].filter(Boolean).join(',')
  getDefaultStore().set(closedBannersAtom, closed)
  try {
    localStorage.setItem(CLOSED_BANNERS_KEY, closed)
  } catch {
    // Without storage, the banner stays closed until the page is left.
  }
}

function read(otherwise: string): string {
  try {
    return localStorage.getItem(CLOSED_BANNERS_KEY) ?? ''
  } catch {
    return otherwise
  }
}

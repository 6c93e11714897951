import { atom, getDefaultStore } from 'jotai/vanilla'

/** Local storage: the ids of banners that were closed in this browser, separated by commas. */
const CLOSED_BANNERS_KEY = 'closed_banners'

/** The ids of closed banners, separated by commas. It also hears of what another tab closes. */
export const closedBannersAtom = atom(read(''))
closedBannersAtom.onMount = (set) => {
  const update = () => set(read)
  update()
  addEventListener('storage', update)
  return () => removeEventListener('storage', update)
}

/** A banner that was closed does not open again in this browser, whether "Don't show again" was ticked or not. */
export function closeBanner(id: string): void {
  const closed = [...read(getDefaultStore().get(closedBannersAtom)).split(','), id].filter(Boolean).join(',')
  getDefaultStore().set(closedBannersAtom, closed)
  try {
    localStorage.setItem(CLOSED_BANNERS_KEY, closed)
  } catch {
    // Without storage a banner stays closed until the page is left.
  }
}

function read(otherwise: string): string {
  try {
    return localStorage.getItem(CLOSED_BANNERS_KEY) ?? ''
  } catch {
    return otherwise
  }
}

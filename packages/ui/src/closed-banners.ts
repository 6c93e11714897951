import type { Store } from './store.ts'

/** Local storage: the ids of banners that were closed in this browser, separated by commas. */
const CLOSED_BANNERS_KEY = 'closed_banners'

const listeners = new Set<() => void>()
/** Without storage a banner stays closed until the page is left. */
let closedOnThisPage = ''

/** The ids of closed banners, separated by commas. It also hears of what another tab closes. */
export const closedBannersStore: Store<string> = {
  get() {
    try {
      return localStorage.getItem(CLOSED_BANNERS_KEY) ?? ''
    } catch {
      return closedOnThisPage
    }
  },
  subscribe(listener) {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  },
}

/** A banner that was closed does not open again in this browser, whether "Don't show again" was ticked or not. */
export function closeBanner(id: string): void {
  closedOnThisPage = [...closedBannersStore.get().split(','), id].filter(Boolean).join(',')
  try {
    localStorage.setItem(CLOSED_BANNERS_KEY, closedOnThisPage)
  } catch {
    // Read from memory above.
  }
  for (const listener of [...listeners]) listener()
}

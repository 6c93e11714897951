import { useAtomValue } from 'jotai'
import { atom, getDefaultStore } from 'jotai/vanilla'
import { useState } from 'react'
import { readStored, writeStored } from '../app/storage.ts'
import { type BannerContent, BannerPopup } from './BannerPopup.tsx'

/** Shows banners one after another, skipping those dismissed or closed in this browser. */
export default function Banners({ banners }: { banners: BannerContent[] }) {
  const [dismissed] = useState(dismissedBanners)
  const closed = useAtomValue(closedBannersAtom).split(',')
  const banner = banners.find(({ id }) => !dismissed.includes(id) && !closed.includes(id))
  if (!banner) return null
  return (
    <BannerPopup
      key={banner.id}
      banner={banner}
      onDismissedChange={setBannerDismissed}
      onClose={() => closeBanner(banner.id)}
    />
  )
}

/** Local storage key: ids of banners closed in this browser, separated by commas. */
const CLOSED_BANNERS_KEY = 'closed_banners'

/** Ids of closed banners, separated by commas. Also updated when another tab closes a banner. */
const closedBannersAtom = atom(read(''))
closedBannersAtom.onMount = (set) => {
  const update = () => set(read)
  update()
  addEventListener('storage', update)
  return () => removeEventListener('storage', update)
}

/** A closed banner does not open again in this browser, whether or not "Don't show again" was ticked. */
function closeBanner(id: string): void {
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

/** Local storage key: ids of banners that must not be shown again, separated by commas. The key is published. */
const DISMISSED_BANNERS_KEY = 'dismissed_banners'

export const dismissedBanners = (): string[] => (readStored(DISMISSED_BANNERS_KEY) ?? '').split(',').filter(Boolean)

/** Ticking "Don't show again" adds the id, unticking removes it. */
export function setBannerDismissed(id: string, dismissed: boolean): void {
  const others = dismissedBanners().filter((known) => known !== id)
  const ids = dismissed ? [...others, id] : others
  writeStored(DISMISSED_BANNERS_KEY, ids.join(',') || null)
}

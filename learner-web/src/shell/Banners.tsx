import type { Banner } from '@flagyard/api-types'
import { BannerPopup } from '@flagyard/ui/BannerPopup'
import { dismissedBanners, setBannerDismissed } from '@flagyard/ui/dismissed-banners'
import { useState } from 'react'

const CLOSED_KEY = 'closed_banners'

/** A banner that was closed without ticking "Don't show again" stays closed in this tab, over reloads. */
const closedInThisTab = () => (sessionStorage.getItem(CLOSED_KEY) ?? '').split(',').filter(Boolean)

/** The banners, one after the other, without those that were dismissed earlier or closed in this tab. */
export default function Banners({ banners }: { banners: Banner[] }) {
  const [dismissed] = useState(dismissedBanners)
  const [closed, setClosed] = useState(closedInThisTab)
  const banner = banners.find(({ id }) => !dismissed.includes(id) && !closed.includes(id))
  if (!banner) return null
  return (
    <BannerPopup
      key={banner.id}
      banner={banner}
      onDismissedChange={setBannerDismissed}
      onClose={() => {
        const all = [...closed, banner.id]
        sessionStorage.setItem(CLOSED_KEY, all.join(','))
        setClosed(all)
      }}
    />
  )
}

import type { Banner } from '@flagyard/api-types'
import { BannerPopup } from '@flagyard/ui/BannerPopup'
import { dismissedBanners, setBannerDismissed } from '@flagyard/ui/dismissed-banners'
import { useState } from 'react'

const CLOSED_KEY = 'closed_banners'

/** Closed without a tick, a banner stays away while this tab is open: a reload is no reason to say it again. */
const closedInThisTab = () => (sessionStorage.getItem(CLOSED_KEY) ?? '').split(',').filter(Boolean)

/** The banners of now, one after the other, without those dismissed in earlier visits or closed in this one. */
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

import type { Banner } from '@flagyard/api-types'
import { BannerPopup } from '@flagyard/ui/BannerPopup'
import { dismissedBanners, setBannerDismissed } from '@flagyard/ui/dismissed-banners'
import { useStore } from '@flagyard/ui/store'
import { useState } from 'react'
import { closeBanner, closedBannersStore } from './closed-banners.ts'

/** The banners, one after the other, without those that were dismissed or closed in this browser. */
export default function Banners({ banners }: { banners: Banner[] }) {
  const [dismissed] = useState(dismissedBanners)
  const closed = useStore(closedBannersStore).split(',')
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

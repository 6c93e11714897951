import { useState } from 'react'
import { type BannerContent, BannerPopup } from './BannerPopup.tsx'
import { closeBanner, closedBannersStore } from './closed-banners.ts'
import { dismissedBanners, setBannerDismissed } from './dismissed-banners.ts'
import { useStore } from './store.ts'

/** The banners, one after the other, without those that were dismissed or closed in this browser. */
export default function Banners({ banners }: { banners: BannerContent[] }) {
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

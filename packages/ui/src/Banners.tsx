import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type BannerContent, BannerPopup } from './BannerPopup.tsx'
import { closeBanner, closedBannersAtom } from './closed-banners.ts'
import { dismissedBanners, setBannerDismissed } from './dismissed-banners.ts'

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

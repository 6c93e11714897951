import { BannerPopup } from '@flagyard/ui/BannerPopup'
import { dismissedBanners, setBannerDismissed } from '@flagyard/ui/dismissed-banners'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../lib/query.ts'

const CLOSED = 'closed_banners'

/** Closed without a tick, a banner stays away while this tab is open: a reload is no reason to say it again. */
const closedInThisTab = () => (sessionStorage.getItem(CLOSED) ?? '').split(',').filter(Boolean)

/** The banners of now, one after the other, without those dismissed in earlier visits or closed in this one. */
export default function Banners() {
  const { data = [] } = useQuery({ ...ask('listBanners'), staleTime: Number.POSITIVE_INFINITY })
  const [dismissed] = useState(dismissedBanners)
  const [closed, setClosed] = useState(closedInThisTab)
  const banner = data.find(({ id }) => !dismissed.includes(id) && !closed.includes(id))
  if (!banner) return null
  return (
    <BannerPopup
      key={banner.id}
      banner={banner}
      onDismissedChange={setBannerDismissed}
      onClose={() => {
        const all = [...closed, banner.id]
        sessionStorage.setItem(CLOSED, all.join(','))
        setClosed(all)
      }}
    />
  )
}

import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Suspense, useState } from 'react'
import { Data } from '../lib/Data.tsx'
import { firstAnswer } from '../lib/first-data.ts'

const Banners = lazyScreen(() => import('./Banners.tsx'))
const AskedBanners = lazyScreen(() => import('./AskedBanners.tsx'))

/** The banners that came with the page; a page that brought none along asks for them. */
export function Announcements() {
  const [banners] = useState(() => firstAnswer('listBanners'))
  if (banners?.length === 0) return null
  return (
    <ScreenBoundary silent>
      <Suspense fallback={null}>
        {banners ? (
          <Banners banners={banners} />
        ) : (
          <Data>
            <AskedBanners />
          </Data>
        )}
      </Suspense>
    </ScreenBoundary>
  )
}

import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Suspense, useState } from 'react'
import { getPreloadedAnswer } from '../lib/preloaded-data.ts'
import { QueryProvider } from '../lib/QueryProvider.tsx'

const Banners = lazyScreen(() => import('./Banners.tsx'))
const FetchedBanners = lazyScreen(() => import('./FetchedBanners.tsx'))

/** The banners of the site: those that came with the page, otherwise fetched. */
export function SiteBanners() {
  const [banners] = useState(() => getPreloadedAnswer('listBanners'))
  if (banners?.length === 0) return null
  return (
    <ScreenBoundary silent>
      <Suspense fallback={null}>
        {banners ? (
          <Banners banners={banners} />
        ) : (
          <QueryProvider>
            <FetchedBanners />
          </QueryProvider>
        )}
      </Suspense>
    </ScreenBoundary>
  )
}

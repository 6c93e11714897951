import { consentAtom } from '@flagyard/ui/consent'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { openDialogsAtom } from '@flagyard/ui/open-dialogs'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { getPreloadedAnswer } from '../lib/preloaded-data.ts'
import { QueryProvider } from '../lib/QueryProvider.tsx'

const Banners = lazyScreen(() => import('@flagyard/ui/Banners'))
const FetchedBanners = lazyScreen(() => import('./FetchedBanners.tsx'))

/**
 * Site banners, from the preloaded data or fetched. They are hidden until the cookie notice is answered and while a dialog is open, so that
 * only one interruption is shown at a time.
 */
export function SiteBanners() {
  const [banners] = useState(() => getPreloadedAnswer('listBanners'))
  const areCookiesAnswered = useAtomValue(consentAtom) === true
  const openDialogs = useAtomValue(openDialogsAtom)
  if (banners?.length === 0 || !areCookiesAnswered || openDialogs > 0) return null
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

import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { reportError } from '@flagyard/ui/monitoring'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { Suspense, useEffect } from 'react'
import {
  CheckForApplicationUpdate,
  type LayoutProps,
  Layout as RaLayout,
  useSidebarState,
  useStoreContext,
} from 'react-admin'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { AppBar } from './AppBar.tsx'
import { Menu } from './Menu.tsx'

// Later than the screen itself: the frame does not wait for them.
const Notices = lazyScreen(() => import('./Notices.tsx'))
const SiteBanners = lazyScreen(() => import('./SiteBanners.tsx'))

/** The frame of every screen. A screen whose code did not come says so inside it. */
export function Layout({ children }: LayoutProps) {
  const { pathname } = useLocation()
  useMenuBesideThePage()
  return (
    <RaLayout appBar={AppBar} menu={Menu} appBarAlwaysOn>
      <ScreenBoundary silent>
        <Suspense fallback={null}>
          <SiteBanners />
        </Suspense>
      </ScreenBoundary>
      <ScreenBoundary resetKey={pathname} onError={reportError}>
        <Suspense fallback={<Spinner />}>{children}</Suspense>
      </ScreenBoundary>
      <ScreenBoundary silent>
        <Suspense fallback={null}>
          <Notices />
        </Suspense>
      </ScreenBoundary>
      <CheckForApplicationUpdate />
    </RaLayout>
  )
}

/** Older than those that react-admin asks, so that it tells first. */
const phone = matchMedia('(max-width: 899.95px)')

/** On a phone the menu lies over the page: a window that becomes so narrow closes it, and one that becomes wide again shows it as it was. */
function useMenuBesideThePage() {
  const [, setOpen] = useSidebarState()
  const store = useStoreContext()
  useEffect(() => {
    let wasOpen = true
    const follow = () => {
      if (phone.matches) wasOpen = store.getItem<boolean>('sidebar.open') ?? true
      // At once: a drawer that was opened and is closed while it still slides in would stay, unseen, over the page.
      flushSync(() => setOpen(!phone.matches && wasOpen))
    }
    phone.addEventListener('change', follow)
    return () => phone.removeEventListener('change', follow)
  }, [setOpen, store])
}

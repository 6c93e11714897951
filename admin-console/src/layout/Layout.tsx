import { isConsolePath } from '@flagyard/auth'
import type { LinkProps } from '@flagyard/ui/Link'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { reportError } from '@flagyard/ui/monitoring'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { Suspense, useEffect } from 'react'
import {
  CheckForApplicationUpdate,
  type LayoutProps,
  Notification,
  Layout as RaLayout,
  useSidebarState,
  useStoreContext,
} from 'react-admin'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router-dom'
import { CloseNotice } from '../crud/calls.tsx'
import { AppBar } from './AppBar.tsx'
import { Menu } from './Menu.tsx'

// Loaded lazily, so that the layout does not wait for them.
const Notices = lazyScreen(() => import('./Notices.tsx'))
const SiteBanners = lazyScreen(async () => ({ default: (await import('./Notices.tsx')).SiteBanners }))

/** Layout of every screen. If a screen's code fails to load, the error is shown inside it. */
export function Layout({ children }: LayoutProps) {
  const { pathname } = useLocation()
  useMenuBesideThePage()
  return (
    <RaLayout appBar={AppBar} menu={Menu}>
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

/** Registered before react-admin's own media queries, so that its listener runs first. */
const phone = matchMedia('(max-width: 899.95px)')

/** On a phone, the menu overlays the page. It closes when the window becomes narrow, and its previous state is restored when the window becomes wide again. */
function useMenuBesideThePage() {
  const [, setOpen] = useSidebarState()
  const store = useStoreContext()
  useEffect(() => {
    let wasOpen = true
    const follow = () => {
      if (phone.matches) wasOpen = store.getItem<boolean>('sidebar.open') ?? true
      // Synchronous, because a drawer closed during its opening transition would remain over the page, invisible.
      flushSync(() => setOpen(!phone.matches && wasOpen))
    }
    phone.addEventListener('change', follow)
    return () => phone.removeEventListener('change', follow)
  }, [setOpen, store])
}

/** Uses the router inside the console, and a full page load for the learner app. */
export function ConsoleLink({ to, ...rest }: LinkProps) {
  return isConsolePath(to) ? <Link to={to} {...rest} /> : <a href={to} {...rest} />
}

/** Notifications at the top right, each with a close button. */
export const Notifications = () => (
  <Notification
    anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
    autoHideDuration={6_000}
    action={<CloseNotice />}
  />
)

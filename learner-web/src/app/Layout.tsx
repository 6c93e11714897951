import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { PaletteKey } from '../features/search/PaletteKey.tsx'
import { tellFirstPaint } from '../lib/first-paint.ts'
import { useImpersonationEnded, useSession } from '../lib/session.ts'
import { CookieConsent } from '../shell/CookieConsent.tsx'
import { Footer } from '../shell/Footer.tsx'
import { Header } from '../shell/Header.tsx'
import { OfflineNotice } from '../shell/OfflineNotice.tsx'
import { Overlay } from '../shell/Overlay.tsx'
import { SiteBanners } from '../shell/SiteBanners.tsx'
import { Toaster } from '../shell/Toaster.tsx'
import styles from './Layout.module.css'
import { routeOf } from './routes.ts'

const ImpersonationEnded = lazyScreen(() => import('../shell/ImpersonationEnded.tsx'))
const ImpersonationBar = lazyScreen(() => import('../shell/ImpersonationBar.tsx'))

/** Layout of every screen: header, footer, notices and overlays. */
export function Layout() {
  if (useImpersonationEnded())
    return (
      <Suspense>
        <ImpersonationEnded />
      </Suspense>
    )
  return <Frame />
}

function Frame() {
  const { pathname, search } = useLocation()
  const route = routeOf(pathname)
  const main = useRef<HTMLElement>(null)
  useFocusAfterNavigation(main, pageOf(pathname, search))
  useEffect(tellFirstPaint, [])
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Impersonation />
      <Header search={<PaletteKey />} />
      <OfflineNotice />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      {!route?.room && <Footer />}
      <CookieConsent />
      {route?.banners && !isOffer(search) && <SiteBanners />}
      <Toaster />
      <Overlay />
    </div>
  )
}

/** Bar shown during an impersonation. */
function Impersonation() {
  const seen = useSession()
  if (!seen?.impersonation) return null
  return (
    <Suspense fallback={null}>
      <ImpersonationBar seen={seen} />
    </Suspense>
  )
}

/** True if the catalogue shows a lab or exam that can be bought there. */
const isOffer = (search: string) => /[?&](lab|exam)=/.test(search)

/** Identifies the page of an address. A lab or exam in the query is a separate page, a filter is not. */
function pageOf(pathname: string, search: string): string {
  const params = new URLSearchParams(search)
  return [pathname, params.get('lab'), params.get('exam')].join(' ')
}

/** After a navigation, scrolls to the top and focuses the content, so that screen readers announce it. */
function useFocusAfterNavigation(main: RefObject<HTMLElement | null>, page: string) {
  const navigationType = useNavigationType()
  const before = useRef(page)
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    if (navigationType !== 'POP') scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [main, page, navigationType])
}

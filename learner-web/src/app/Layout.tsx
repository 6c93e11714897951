import { type LegalPageName, legalPageNames, legalPaths } from '@flagyard/api-types/legal/pages'
import { paths } from '@flagyard/api-types/links'
import { BlockingOverlay } from '@flagyard/ui/BlockingOverlay'
import { ownBrand } from '@flagyard/ui/brand'
import { CookieNotice } from '@flagyard/ui/CookieNotice'
import { acceptCookies, consentAtom } from '@flagyard/ui/consent'
import { Link } from '@flagyard/ui/Link'
import { Logo } from '@flagyard/ui/Logo'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { onlineAtom } from '@flagyard/ui/page-state'
import { Toasts } from '@flagyard/ui/Toasts'
import { useAtomValue } from 'jotai'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { PaletteKey } from '../features/search/PaletteKey.tsx'
import { markFirstPaint } from '../lib/first-paint.ts'
import { useImpersonationEnded, useSession } from '../lib/session.ts'
import { siteHas } from '../lib/site-offers.ts'
import * as t from '../messages/en/shell.ts'
import { Header } from '../shell/Header.tsx'
import { SiteBanners } from '../shell/SiteBanners.tsx'
import { overlay, toasts } from '../shell/toasts.ts'
import styles from './Layout.module.css'
import { routeOf } from './routes.ts'

const ImpersonationEnded = lazyScreen(() => import('../shell/ImpersonationEnded.tsx'))
const ImpersonationBar = lazyScreen(() => import('../shell/ImpersonationBar.tsx'))

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
  useEffect(markFirstPaint, [])
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#main">
        {t.skipToContent}
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

function Impersonation() {
  const session = useSession()
  if (!session?.impersonation) return null
  return (
    <Suspense fallback={null}>
      <ImpersonationBar current={session} />
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

function CookieConsent() {
  return useAtomValue(consentAtom) === false ? <CookieNotice onAccept={acceptCookies} /> : null
}

function Overlay() {
  return <BlockingOverlay label={useAtomValue(overlay.atom)} />
}

function Toaster() {
  return <Toasts toasts={useAtomValue(toasts.atom)} onClose={toasts.close} />
}

/** Notice while offline. Pending requests continue automatically after that. */
function OfflineNotice() {
  const isOnline = useAtomValue(onlineAtom)
  // Always in the DOM, so that screen readers announce the message when it appears.
  return (
    <div role="status" className={styles.notice}>
      {!isOnline && <p>{t.offline}</p>}
    </div>
  )
}

function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.about}>
          <Logo />
          <p>{t.slogan}</p>
          {ownBrand?.powered_by_shown && <p>{t.poweredByFlagyard}</p>}
        </div>
        <nav className={styles.links} aria-label={t.footer}>
          {[...links, ...legalLinks(), ...(ownBrand?.links ?? [])].map(([to, label]) => (
            <Link key={to} to={to} className={styles.link}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}

/** Links to the pages that the owner has published. */
const legalLinks = () => legalPageNames.filter(siteHas).map((page) => [legalPaths[page], legalLabels[page]] as const)

const legalLabels: Record<LegalPageName, string> = {
  terms: t.terms,
  privacy: t.privacy,
  imprint: t.imprint,
  returns: t.returns,
  faqs: t.questions,
  exam_rules: t.examRules,
  lab_rules: t.labRules,
}

const links = [
  [paths.courses, t.courses],
  [paths.labs, t.labs],
  [paths.exams, t.exams],
  [paths.bundles, t.bundles],
  [paths.contact, t.contact],
  [paths.accessibility, t.accessibility],
] as const

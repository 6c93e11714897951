import { learnerScreens, matchScreen, paths } from '@flagyard/api-types/links'
import { signinPath } from '@flagyard/auth'
import { ButtonLink } from '@flagyard/ui/Button'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { Logo } from '@flagyard/ui/Logo'
import { Menu, type MenuItem } from '@flagyard/ui/Menu'
import { chooseTheme, themeAtom, themeChoiceAtom } from '@flagyard/ui/theme'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { session, useSession, useSessionKnown } from '../lib/session.ts'
import { siteHas } from '../lib/site-offers.ts'
import * as t from '../messages/en/shell.ts'
import styles from './shell.module.css'
import { overlay, showError, showSuccess } from './toasts.ts'

/** `search` is shown in the toolbar. */
export function Header({ search }: { search: ReactNode }) {
  const session = useSession()
  const known = useSessionKnown()
  const { pathname, search: query } = useLocation()
  // After sign-in, users return to the page they were on. From the home page, they go to their dashboard.
  const signin = pathname === paths.home ? paths.signin : signinPath(pathname + query)
  const accountItems = useAccountItems()
  const navItems = navItemsFor(session !== null)
  const isFree = siteHas('free-lesson')
  return (
    <header className={styles.header}>
      <Link to={paths.home} className={styles.home}>
        <Logo />
      </Link>
      <nav className={styles.nav} aria-label={t.main}>
        {navItems.map(({ to, label }) => (
          <Link key={to} to={to} className={styles.place} aria-current={isCurrent(to, pathname) ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={styles.tools}>
        {search}
        <ThemeSwitch />
        {/* Both are hidden until the session is known, so that "Sign in" does not flash for signed-in users. */}
        {session ? (
          <Menu
            label={t.yourAccount({ username: session.user.username })}
            items={accountItems}
            className={styles.account}
          >
            <Icon name="user" />
            <span className={styles.wide}>{session.user.username}</span>
            <Icon name="chevron" size={16} />
          </Menu>
        ) : (
          known && (
            <>
              <span className={styles.wide}>
                <ButtonLink to={signin} size="small">
                  {t.signIn}
                </ButtonLink>
              </span>
              <ButtonLink to={isFree ? paths.startFree : paths.signup} size="small" variant="primary">
                {isFree ? t.startFree : t.signUp}
              </ButtonLink>
            </>
          )
        )}
        <span className={styles.headerNarrow}>
          <Menu
            label={t.menu}
            items={[...navItems, ...(session || !known ? [] : [{ ...signIn, to: signin }])]}
            className={styles.iconButton}
          >
            <Icon name="menu" size={24} />
          </Menu>
        </span>
      </div>
    </header>
  )
}

type NavItem = MenuItem & { to: string }
const signIn = { label: t.signIn, icon: 'user' } as const satisfies MenuItem

function navItemsFor(signedIn: boolean): NavItem[] {
  return [
    ...(signedIn ? [{ to: paths.dashboard, label: t.dashboard, icon: 'flag' } as const] : []),
    { to: paths.courses, label: t.courses, icon: 'book' },
    { to: paths.labs, label: t.labs, icon: 'flask' },
    { to: paths.exams, label: t.exams, icon: 'certificate' },
    { to: paths.bundles, label: t.bundles, icon: 'copy' },
  ]
}

function isCurrent(to: string, pathname: string): boolean {
  const isCourse = to === paths.courses && matchScreen(learnerScreens.courseAlias, pathname) !== undefined
  return isCourse || pathname === to || pathname.startsWith(`${to}/`)
}

function useAccountItems(): MenuItem[] {
  const session = useSession()
  const signOut = useSignOut()
  const admin = session?.user.roles.includes('admin') ?? false
  return [
    { to: paths.profile, label: t.profile, icon: 'user' },
    { to: paths.notes, label: t.notes, icon: 'note' },
    { to: paths.orders, label: t.orders, icon: 'copy' },
    { to: paths.organisations, label: t.organisations, icon: 'device' },
    { to: paths.vouchers, label: t.vouchers, icon: 'mail' },
    { to: paths.certificates, label: t.certificates, icon: 'certificate' },
    ...(admin ? [{ to: paths.admin, label: t.administration, icon: 'cloud' } as const] : []),
    { label: t.signOut, icon: 'external', onSelect: signOut },
  ]
}

/** Cycles through light, dark and device theme, and skips the one that would change nothing. */
function ThemeSwitch() {
  const dark = useAtomValue(themeAtom) === 'dark'
  const choice = useAtomValue(themeChoiceAtom)
  const next = steps[choice === 'dark' ? 'device' : dark ? 'light' : 'dark']
  return (
    <button type="button" className={styles.iconButton} aria-label={next.label} onClick={() => chooseTheme(next.theme)}>
      <Icon name={next.icon} />
    </button>
  )
}

const steps = {
  light: { theme: 'light', label: t.lightTheme, icon: 'sun' },
  dark: { theme: 'dark', label: t.darkTheme, icon: 'moon' },
  device: { theme: null, label: t.deviceTheme, icon: 'device' },
} as const

/** Signs out in all tabs. If the server is unreachable, the session stays open and a toast reports it. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () =>
    void overlay.showWhile(t.signingYouOut, async () => {
      try {
        // Leaves first: a guarded screen would redirect to sign-in as soon as the session ends.
        await navigate(paths.home)
        await session.signOut()
        // On a slow device, the guarded screen may still be mounted and have redirected to sign-in with its own address as the return path.
        // The next person to sign in would be sent there.
        await navigate(paths.home, { replace: true })
        showSuccess(t.youAreSignedOut)
      } catch {
        showError(t.stillSignedIn)
      }
    })
}

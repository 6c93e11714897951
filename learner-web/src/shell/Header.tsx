import { learnerScreens, matchScreen, paths } from '@flagyard/api-types/links'
import { signinPath } from '@flagyard/auth'
import { ButtonLink } from '@flagyard/ui/Button'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { Logo } from '@flagyard/ui/Logo'
import { Menu, type MenuItem } from '@flagyard/ui/Menu'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession, useSessionKnown } from '../lib/session.ts'
import styles from './Header.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { useSignOut } from './useSignOut.ts'

/** `search` is shown in the toolbar. */
export function Header({ search }: { search: ReactNode }) {
  const session = useSession()
  const known = useSessionKnown()
  const { pathname, search: query } = useLocation()
  // After sign-in, users return to the page they were on. From the home page, they go to their dashboard.
  const signin = pathname === paths.home ? paths.signin : signinPath(pathname + query)
  const accountItems = useAccountItems()
  const navItems = navItemsFor(session !== null)
  return (
    <header className={styles.header}>
      <Link to={paths.home} className={styles.home}>
        <Logo />
      </Link>
      <nav className={styles.nav} aria-label="Main">
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
          <Menu label={`Your account, ${session.user.username}`} items={accountItems} className={styles.account}>
            <Icon name="user" />
            <span className={styles.wide}>{session.user.username}</span>
            <Icon name="chevron" size={16} />
          </Menu>
        ) : (
          known && (
            <>
              <span className={styles.wide}>
                <ButtonLink to={signin} size="small">
                  Sign in
                </ButtonLink>
              </span>
              <ButtonLink to={paths.startFree} size="small" variant="primary">
                Start free
              </ButtonLink>
            </>
          )
        )}
        <span className={styles.narrow}>
          <Menu
            label="Menu"
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
const signIn = { label: 'Sign in', icon: 'user' } as const satisfies MenuItem

function navItemsFor(signedIn: boolean): NavItem[] {
  return [
    ...(signedIn ? [{ to: paths.dashboard, label: 'Dashboard', icon: 'flag' } as const] : []),
    { to: paths.courses, label: 'Courses', icon: 'book' },
    { to: paths.labs, label: 'Labs', icon: 'flask' },
    { to: paths.exams, label: 'Exams', icon: 'certificate' },
    { to: paths.bundles, label: 'Bundles', icon: 'copy' },
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
    { to: paths.profile, label: 'Profile', icon: 'user' },
    { to: paths.notes, label: 'Notes', icon: 'note' },
    { to: paths.orders, label: 'Orders', icon: 'copy' },
    { to: paths.organisations, label: 'Organisations', icon: 'device' },
    { to: paths.vouchers, label: 'Vouchers', icon: 'mail' },
    { to: paths.certificates, label: 'Certificates', icon: 'certificate' },
    ...(admin ? [{ to: paths.admin, label: 'Administration', icon: 'cloud' } as const] : []),
    { label: 'Sign out', icon: 'external', onSelect: signOut },
  ]
}

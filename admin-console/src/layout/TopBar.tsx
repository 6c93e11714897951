import { Icon } from '@flagyard/ui/Icon'
import { Logo } from '@flagyard/ui/Logo'
import { Menu } from '@flagyard/ui/Menu'
import { useEffect, useRef, useState } from 'react'
import { useAuthProvider, useGetIdentity, useNotify, useTheme } from 'react-admin'
import { SearchButton } from '../features/search/SearchButton.tsx'
import styles from './Console.module.css'
import { Navigation } from './Navigation.tsx'

export function TopBar() {
  return (
    <header className={styles.top}>
      <Drawer />
      <SearchButton />
      <a className={styles.learner} href="/" aria-label="Learner site">
        <Icon name="external" size={18} />
        <span>Learner site</span>
      </a>
      <ThemeSwitch />
      <Account />
    </header>
  )
}

/** The navigation on a phone: a native dialog at the side. */
function Drawer() {
  const [open, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    element.showModal()
    return () => element.close()
  }, [open])
  const close = () => setOpen(false)
  return (
    <div>
      <button
        type="button"
        className={`${styles.icon} ${styles.burger}`}
        aria-label="Open the menu"
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
      </button>
      <dialog ref={dialog} className={styles.drawer} aria-label="Menu" onClose={close} onCancel={close}>
        {open && (
          <>
            <div className={styles.drawerHead}>
              <span className={styles.brand}>
                <Logo />
              </span>
              <button type="button" className={styles.icon} aria-label="Close the menu" onClick={close}>
                <Icon name="close" />
              </button>
            </div>
            <Navigation onGo={close} />
          </>
        )}
      </dialog>
    </div>
  )
}

function ThemeSwitch() {
  const [theme, setTheme] = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <button type="button" className={styles.icon} aria-label={`Use the ${other} theme`} onClick={() => setTheme(other)}>
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
    </button>
  )
}

function Account() {
  const { identity } = useGetIdentity()
  const auth = useAuthProvider()
  const notify = useNotify()
  const signOut = () =>
    auth
      ?.logout({})
      .catch(() => notify('We could not reach the server: you are still signed in. Try again.', { type: 'error' }))
  return (
    <Menu
      label={`Account of ${identity?.fullName ?? 'you'}`}
      className={styles.account}
      items={[
        { label: 'Your profile', icon: 'user', to: '/profile' },
        { label: 'Sign out', icon: 'lock', onSelect: () => void signOut() },
      ]}
    >
      <Icon name="user" size={18} />
      <span>{identity?.fullName ?? ''}</span>
    </Menu>
  )
}

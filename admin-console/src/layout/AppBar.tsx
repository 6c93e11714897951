import { consolePaths } from '@flagyard/api-types/console-links'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { Icon } from '@flagyard/ui/Icon'
import { Logo } from '@flagyard/ui/Logo'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Button, ListItemIcon, ListItemText, MenuItem } from '@mui/material'
import { memo, Suspense } from 'react'
import {
  AppBar as RaAppBar,
  ToggleThemeButton,
  UserMenu,
  useGetIdentity,
  useLogout,
  useNotify,
  useUserMenu,
} from 'react-admin'
import { Link } from 'react-router-dom'
import { SearchButton } from '../features/search/SearchButton.tsx'

/** Always visible, unlike react-admin's, which hides on scroll. Memoised, because the layout rerenders on every navigation. */
export const AppBar = memo(() => (
  <RaAppBar alwaysOn color="inherit" elevation={0} toolbar={<Tools />} userMenu={<AccountMenu />}>
    <Link to={consolePaths.home} className="brand">
      <Logo />
    </Link>
    <SearchButton />
  </RaAppBar>
))

// Loaded lazily, so that the layout does not wait for it.
const AlarmCount = lazyScreen(() => import('../features/alarms/AlarmCount.tsx'))

const Tools = () => (
  <>
    <Suspense fallback={null}>
      <AlarmCount />
    </Suspense>
    <Button href="/" variant="text" color="inherit" className="learner" aria-label="Learner site">
      <Icon name="external" size={18} />
      <span>Learner site</span>
    </Button>
    <ToggleThemeButton />
  </>
)

function AccountMenu() {
  const { identity } = useGetIdentity()
  return (
    <UserMenu label={`Account of ${isolate(identity?.fullName ?? 'you')}`} icon={<Icon name="user" size={18} />}>
      <MenuItem component="a" href="/profile">
        <ListItemIcon>
          <Icon name="user" size={18} />
        </ListItemIcon>
        <ListItemText>Your profile</ListItemText>
      </MenuItem>
      <SignOut />
      <MenuItem disabled>
        <ListItemText primary={`Times are in ${timeZone}`} secondary="Your browser’s time zone" />
      </MenuItem>
    </UserMenu>
  )
}

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

/** Unlike react-admin's item, reports a sign-out that failed because the server is unreachable. The user is then still signed in. */
function SignOut() {
  const logout = useLogout()
  const notify = useNotify()
  const menu = useUserMenu()
  const signOut = () => {
    menu?.onClose()
    logout().catch(() => notify('Could not reach the server. You are still signed in. Try again.', { type: 'error' }))
  }
  return (
    <MenuItem onClick={signOut}>
      <ListItemIcon>
        <Icon name="lock" size={18} />
      </ListItemIcon>
      <ListItemText>Sign out</ListItemText>
    </MenuItem>
  )
}

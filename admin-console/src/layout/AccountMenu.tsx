import { isolate } from '@flagyard/api-types/contract/isolate'
import { Icon } from '@flagyard/ui/Icon'
import { ListItemIcon, ListItemText, MenuItem } from '@mui/material'
import { UserMenu, useGetIdentity, useLogout, useNotify, useUserMenu } from 'react-admin'

export function AccountMenu() {
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
        <ListItemText primary={`Times are in ${timeZone}`} secondary="The time zone of this browser" />
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
    logout().catch(() =>
      notify('We could not reach the server: you are still signed in. Try again.', { type: 'error' }),
    )
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

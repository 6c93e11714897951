import { Icon } from '@flagyard/ui/Icon'
import { IconButton } from '@mui/material'
import { Notification, useCloseNotification } from 'react-admin'

/** Success, failure, information and warning, at the top right; each can be closed. */
export const Notifications = () => (
  <Notification anchorOrigin={{ vertical: 'top', horizontal: 'right' }} autoHideDuration={6_000} action={<Close />} />
)

function Close() {
  const close = useCloseNotification()
  return (
    <IconButton size="small" color="inherit" aria-label="Close" onClick={close}>
      <Icon name="close" size={16} />
    </IconButton>
  )
}

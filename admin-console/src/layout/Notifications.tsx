import { Notification } from 'react-admin'
import { CloseNotice } from '../crud/calls.tsx'

/** Notifications at the top right, each with a close button. */
export const Notifications = () => (
  <Notification
    anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
    autoHideDuration={6_000}
    action={<CloseNotice />}
  />
)

import { Notification } from 'react-admin'
import { CloseNotice } from '../crud/NoticeLink.tsx'

/** Success, failure, information and warning, at the top right; each can be closed. */
export const Notifications = () => (
  <Notification
    anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
    autoHideDuration={6_000}
    action={<CloseNotice />}
  />
)

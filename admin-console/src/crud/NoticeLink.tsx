import { Icon } from '@flagyard/ui/Icon'
import { Button, IconButton } from '@mui/material'
import { useCloseNotification } from 'react-admin'
import { Link } from 'react-router-dom'

export interface NoticeLink {
  to: string
  text: string
}

/** Option of `notify` that adds a link to the message. */
export const withLink = (link: NoticeLink | undefined) =>
  link && {
    action: (
      <>
        <FollowLink {...link} />
        <CloseNotice />
      </>
    ),
  }

function FollowLink({ to, text }: NoticeLink) {
  const close = useCloseNotification()
  return (
    <Button component={Link} to={to} size="small" onClick={() => close()}>
      {text}
    </Button>
  )
}

export function CloseNotice() {
  const close = useCloseNotification()
  return (
    <IconButton size="small" color="inherit" aria-label="Close" onClick={close}>
      <Icon name="close" size={16} />
    </IconButton>
  )
}

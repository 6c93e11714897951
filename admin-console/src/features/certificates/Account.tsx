import { ResourceLink } from '../../crud/links.tsx'

/** The holder's account, if it still exists. */
export const Account = ({ username }: { username: string }) =>
  username ? (
    <ResourceLink resource="users" id={username}>
      {username}
    </ResourceLink>
  ) : (
    'erased'
  )

import { ResourceLink } from '../../crud/ResourceLink.tsx'

/** To whom it was issued, where the account still is. */
export const Account = ({ username }: { username: string }) =>
  username ? (
    <ResourceLink resource="users" id={username}>
      {username}
    </ResourceLink>
  ) : (
    'erased'
  )

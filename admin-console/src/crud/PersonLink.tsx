import { CANARY_USERNAME } from '@flagyard/api-types/canaries/account'
import { ResourceLink } from './ResourceLink.tsx'

/** The way to a person's page. The canary, which deploys labs as people do, has none. */
export const PersonLink = ({ username }: { username: string }) =>
  username === CANARY_USERNAME ? (
    'the canary'
  ) : (
    <ResourceLink resource="users" id={username}>
      {username}
    </ResourceLink>
  )

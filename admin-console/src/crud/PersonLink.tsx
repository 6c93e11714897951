import { CANARY_USERNAME } from '@flagyard/api-types/canaries/admin-operations'
import { ResourceLink } from './ResourceLink.tsx'

/** Link to a person's page. The canary, which deploys labs like a learner, has no page. */
export const PersonLink = ({ username }: { username: string }) =>
  username === CANARY_USERNAME ? (
    'the canary'
  ) : (
    <ResourceLink resource="users" id={username}>
      {username}
    </ResourceLink>
  )

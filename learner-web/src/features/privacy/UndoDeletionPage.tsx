import { ButtonLink } from '@flagyard/ui/Button'
import { paths } from '../../app/paths.ts'
import { api } from '../../lib/api.ts'
import { AddressLink } from '../users/AddressLink.tsx'

/** The link of the mail that tells of a deletion. */
export default function UndoDeletionPage() {
  return (
    <AddressLink
      title="Keep your account"
      action="Keep my account"
      send={(undoDeletionPayload) => api.undoDeletion({ undoDeletionPayload })}
      doneTitle="Your account stays"
      onward={
        <ButtonLink to={paths.signin} variant="primary">
          Sign in
        </ButtonLink>
      }
    >
      <p>Your account waits to be erased. Keep it, and everything in it is as it was; then sign in again.</p>
    </AddressLink>
  )
}

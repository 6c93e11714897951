import type { UserRecord } from '@flagyard/api-types'
import { CallButton } from '../../crud/CallButton.tsx'
import { useCapabilities } from '../../lib/useCapabilities.ts'

/** The one link that helps an account on: to activate it, or to choose a new password. */
export function MailButton({ user: { username, state } }: { user: UserRecord }) {
  const isInactive = state === 'inactive'
  if (!useCapabilities().has('support') || state === 'disabled' || state === 'deleting') return null
  return (
    <CallButton
      call={(provider) =>
        isInactive
          ? provider.call('resendActivationForUser', { username })
          : provider.call('sendPasswordReset', { username })
      }
      successMessage={`A link is on its way to ${username}`}
    >
      {isInactive ? 'Send the activation link' : 'Send a password link'}
    </CallButton>
  )
}

import type { UserRecord } from '@flagyard/api-types'
import { CallButton } from '../../crud/actions.tsx'

/** Sends the e-mail that fits the account's state: activation or password reset. */
export function MailButton({ user: { username, allowed } }: { user: UserRecord }) {
  const isInactive = allowed.includes('resend_activation')
  if (!isInactive && !allowed.includes('send_password_reset')) return null
  return (
    <CallButton
      operation={isInactive ? 'resendActivationForUser' : 'sendPasswordReset'}
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

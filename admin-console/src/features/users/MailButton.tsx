import type { UserRecord } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { useAction } from '../../lib/useAction.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'

/** The one link that helps an account on: to activate it, or to choose a new password. */
export function MailButton({ user: { username, state } }: { user: UserRecord }) {
  const isInactive = state === 'inactive'
  const [send, busy] = useAction(`A link is on its way to ${username}`, (provider) =>
    isInactive
      ? provider.call('resendActivationForUser', { username })
      : provider.call('sendPasswordReset', { username }),
  )
  if (!useCapabilities().has('support') || state === 'disabled' || state === 'deleting') return null
  return (
    <Button busy={busy} onClick={() => void send()}>
      {isInactive ? 'Send the activation link' : 'Send a password link'}
    </Button>
  )
}

import type { UserRecord } from '@flagyard/api-types'
import { ActionButton } from '../../crud/ActionButton.tsx'
import { CallButton } from '../../crud/CallButton.tsx'
import { ReasonInput } from '../../crud/ReasonInput.tsx'

export function DisableButton({ user }: { user: UserRecord }) {
  const change = (fields: { disabled: boolean; reason?: string }) => ({
    id: user.id,
    data: { ...user, ...fields },
    previousData: user,
  })
  if (user.allowed.includes('enable'))
    return (
      <CallButton
        call={(provider) => provider.update('users', change({ disabled: false }))}
        successMessage="Enabled again"
      >
        Enable
      </CallButton>
    )
  if (!user.allowed.includes('disable')) return null
  return (
    <ActionButton
      label="Disable…"
      title={`Disable ${user.username}`}
      call={(provider, { reason }: { reason: string }) => provider.update('users', change({ disabled: true, reason }))}
      successMessage="Disabled and signed out"
      submitLabel="Disable the account"
      cancelLabel="Keep it"
      color="error"
    >
      <p>The account is signed out at once and cannot sign in again until you enable it. Nothing of it is deleted.</p>
      <ReasonInput />
    </ActionButton>
  )
}

import type { UserRecord } from '@flagyard/api-types'
import { ActionButton, CallButton } from '../../crud/actions.tsx'
import { EndLabsInput, hasLabs, ReasonInput } from '../../crud/inputs.tsx'

export function DisableButton({ user }: { user: UserRecord }) {
  const change = (fields: { disabled: boolean } & Partial<Answers>) => ({
    id: user.id,
    data: { ...user, ...fields },
    previousData: user,
  })
  if (user.allowed.includes('enable'))
    return (
      <CallButton
        operation="updateUser"
        fields={FIELDS}
        call={(provider) => provider.update('users', change({ disabled: false }))}
        successMessage="Enabled again"
      >
        Enable
      </CallButton>
    )
  if (!user.allowed.includes('disable')) return null
  return (
    <ActionButton
      operation="updateUser"
      fields={FIELDS}
      label="Disable…"
      title={`Disable ${user.username}`}
      call={(provider, { reason, end_deployments }: Answers) =>
        provider.update('users', change({ disabled: true, reason, ...(hasLabs(user.labs) && { end_deployments }) }))
      }
      successMessage="Disabled and signed out"
      submitLabel="Disable the account"
      cancelLabel="Keep it"
      color="error"
      defaultValues={{ reason: '', end_deployments: true }}
    >
      <p>The account is signed out at once and cannot sign in again until you enable it. Nothing in it is deleted.</p>
      {hasLabs(user.labs) && <EndLabsInput labs={user.labs} whose="its" />}
      <ReasonInput />
    </ActionButton>
  )
}

const FIELDS = ['disabled']

interface Answers {
  reason: string
  end_deployments: boolean
}

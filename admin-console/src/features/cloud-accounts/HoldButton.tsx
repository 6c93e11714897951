import type { CloudAccount } from '@flagyard/api-types'
import { useResourceContext } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { useResourceCall } from '../../crud/calls.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'

/** Takes an account out of the pool without changing it, or returns it. */
export function HoldButton({ account }: { account: CloudAccount }) {
  const resource = useResourceContext() ?? ''
  const operation = useResourceCall('update')
  const change = (fields: { hold: boolean; reason: string }) => ({
    id: account.id,
    data: { ...account, ...fields },
    previousData: account,
  })
  if (account.allowed.includes('release'))
    return (
      <ActionButton
        operation={operation}
        label="Release…"
        title={`Release ${account.id}`}
        call={(provider, { reason }: { reason: string }) => provider.update(resource, change({ hold: false, reason }))}
        successMessage="Released"
        submitLabel="Release the account"
        cancelLabel="Keep it held"
      >
        <p>
          If it was held empty, it is free at once. If a lab was in it, everything in it is deleted first: look at what
          you need before.
        </p>
        <ReasonInput />
      </ActionButton>
    )
  if (!account.allowed.includes('hold')) return null
  const { lab } = account
  return (
    <ActionButton
      operation={operation}
      label="Hold…"
      title={`Hold ${account.id}`}
      call={(provider, { reason }: { reason: string }) => provider.update(resource, change({ hold: true, reason }))}
      successMessage={lab ? 'The lab is ending; then the account is held' : 'Held'}
      submitLabel="Hold the account"
      cancelLabel="Leave it"
    >
      {lab && (
        <p>
          The lab of {account.holder ?? 'its learner'} ends now and its credentials stop working. The learner is told
          that the account was taken out of use, and can deploy the lab again in another one.
        </p>
      )}
      <p>The account is kept as it is: no one gets it, and nothing in it is deleted, until you release it.</p>
      <ReasonInput />
    </ActionButton>
  )
}

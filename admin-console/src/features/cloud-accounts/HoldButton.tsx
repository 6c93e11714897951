import type { CloudAccount } from '@flagyard/api-types'
import { useResourceContext } from 'react-admin'
import { ActionButton } from '../../crud/ActionButton.tsx'
import { CallButton } from '../../crud/CallButton.tsx'
import { ReasonInput } from '../../crud/ReasonInput.tsx'

/** Takes an account out of the pool as it is, or gives it back. */
export function HoldButton({ account }: { account: CloudAccount }) {
  const resource = useResourceContext() ?? ''
  const change = (fields: { hold: boolean; reason: string }) => ({
    id: account.id,
    data: { ...account, ...fields },
    previousData: account,
  })
  if (account.allowed.includes('release'))
    return (
      <CallButton
        call={(provider) => provider.update(resource, change({ hold: false, reason: 'Released by an administrator' }))}
        successMessage="Released"
      >
        Release
      </CallButton>
    )
  if (!account.allowed.includes('hold')) return null
  const { lab } = account
  return (
    <ActionButton
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

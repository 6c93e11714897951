import type { CloudAccount, CloudResource } from '@flagyard/api-types'
import { CheckboxGroupInput, DateInput, required } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'

interface Acceptance {
  resources: string[]
  until: string
  reason: string
}

/** Accepts resources left by the latest clean-up until a date, such as a key with a 30-day deletion window. */
export function AcceptResidueButton({ account }: { account: CloudAccount }) {
  if (!account.allowed.includes('accept_residue')) return null
  const left = account.receipts[0]?.left.first ?? []
  const choices = left.map((resource) => ({ id: JSON.stringify(resource), name: `${resource.type} ${resource.name}` }))
  return (
    <ActionButton
      operation="acceptCloudResidue"
      label="Accept what is left…"
      title={`What may stay in ${account.id}`}
      call={(provider, { resources, until, reason }: Acceptance) =>
        provider.call('acceptCloudResidue', {
          id: account.uuid,
          residueAcceptance: {
            version: account.version,
            resources: resources.map((one) => JSON.parse(one) as CloudResource),
            until,
            reason,
          },
        })
      }
      successMessage="Accepted. The next clean-up counts the account as empty with it."
      defaultValues={{ resources: [], until: '', reason: '' }}
      isReady={({ resources, until, reason }) => (resources?.length ?? 0) > 0 && !!until && !!reason?.trim()}
      submitLabel="Let it stay"
    >
      <p>
        The clean-up could not delete this. Choose what cannot reach the next learner, such as a key that waits to be
        deleted. After the day the account is cleaned again.
      </p>
      <CheckboxGroupInput
        source="resources"
        label="May stay"
        choices={choices}
        row={false}
        helperText={false}
        options={{ size: 'small' }}
      />
      <DateInput
        source="until"
        label="Until"
        helperText="The last day, at most 90 days from now"
        parse={(typed: string) => typed}
        validate={required('Choose a day')}
      />
      <ReasonInput />
    </ActionButton>
  )
}

export function WithdrawResidueButton({ account }: { account: CloudAccount }) {
  if (!account.allowed.includes('withdraw_residue')) return null
  return (
    <ActionButton
      operation="withdrawCloudResidue"
      label="No longer accept it…"
      title={`Nothing more may stay in ${account.id}`}
      call={(provider, { reason }: { reason: string }) =>
        provider.call('withdrawCloudResidue', {
          id: account.uuid,
          residueWithdrawal: { version: account.version, reason },
        })
      }
      successMessage="Withdrawn"
      defaultValues={{ reason: '' }}
      isReady={({ reason }) => !!reason?.trim()}
      submitLabel="Withdraw it"
    >
      <p>A free account is cleaned at once. One that a learner has is cleaned after the lab.</p>
      <ReasonInput />
    </ActionButton>
  )
}

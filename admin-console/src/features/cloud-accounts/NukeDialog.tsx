import type { CloudAccountRow } from '@flagyard/api-types'
import { BooleanInput, useCreatePath, useResourceContext } from 'react-admin'
import { ActionDialog } from '../../crud/Dialog.tsx'
import { TypedConfirmation } from '../../crud/inputs.tsx'

interface Props {
  account: CloudAccountRow
  onClose: () => void
}

interface Confirmation {
  confirm: string
  end_deployment: boolean
}

/** Requires typing the account's ID, and a checkbox to end the lab if a learner is using the account. */
export default function NukeDialog({ account, onClose }: Props) {
  const resource = useResourceContext() ?? ''
  const createPath = useCreatePath()
  const runsLab = account.allowed.includes('end_and_nuke')
  return (
    <ActionDialog
      title={`Nuke ${account.id}`}
      onClose={onClose}
      call={(provider, { confirm, end_deployment }: Confirmation) =>
        provider.nuke(resource, {
          id: account.id,
          data: { confirm: confirm.trim(), ...(end_deployment && { end_deployment }) },
        })
      }
      successMessage={`${account.id} is being emptied`}
      successLink={{ to: createPath({ resource, type: 'edit', id: account.id }), text: 'See the account' }}
      waiting="Starting the nuke…"
      defaultValues={{ confirm: '', end_deployment: false }}
      isReady={({ confirm, end_deployment }) => confirm?.trim() === account.id && (!runsLab || end_deployment === true)}
      submitLabel="Nuke the account"
      cancelLabel="Keep it"
      color="error"
    >
      <p>
        Everything in this account is deleted, except what every account of this cloud starts with. This cannot be
        undone. It is available again once two passes in a row have found it empty.
      </p>
      {runsLab && (
        <BooleanInput
          source="end_deployment"
          label={`End the lab of ${account.holder ?? 'its learner'} that runs in it`}
          helperText={false}
        />
      )}
      <TypedConfirmation word={account.id} />
    </ActionDialog>
  )
}

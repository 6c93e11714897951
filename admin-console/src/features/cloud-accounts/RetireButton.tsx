import type { CloudAccount } from '@flagyard/api-types'
import { useRedirect, useResourceContext } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { useResourceCall } from '../../crud/calls.tsx'
import { TypedConfirmation } from '../../crud/inputs.tsx'

/** Removes an account from the pool permanently. */
export function RetireButton({ account }: { account: CloudAccount }) {
  const resource = useResourceContext() ?? ''
  const operation = useResourceCall('delete')
  const redirect = useRedirect()
  if (!account.allowed.includes('retire')) return null
  return (
    <ActionButton
      operation={operation}
      label="Retire…"
      title={`Retire ${account.id}`}
      call={(provider) => provider.delete(resource, { id: account.id })}
      successMessage={`${account.id} is no longer in the pool`}
      isGone
      onSuccess={() => redirect('list', resource)}
      defaultValues={{ confirm: '' }}
      isReady={({ confirm }: { confirm?: string }) => confirm?.trim() === account.id}
      submitLabel="Retire the account"
      cancelLabel="Keep it"
      color="error"
    >
      <p>
        It leaves the pool, and its credentials are deleted here. Nothing in the account itself is touched: what stands
        in it goes on to cost. Its history is kept. To use it again, add it with its credentials.
      </p>
      <TypedConfirmation word={account.id} />
    </ActionButton>
  )
}

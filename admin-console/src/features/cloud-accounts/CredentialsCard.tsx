import type { CloudAccount } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { useResourceContext } from 'react-admin'
import { ActionButton, CallButton } from '../../crud/actions.tsx'
import { useResourceCall } from '../../crud/calls.tsx'
import { formatAgo } from '../../lib/format.ts'
import styles from './CloudAccountShow.module.css'
import { CloudGuide } from './CloudGuide.tsx'
import { CredentialInputs } from './CredentialInputs.tsx'

/** Result of the latest credential check. The credentials themselves are never shown. */
export const CredentialsCard = ({ account }: { account: CloudAccount }) => (
  <section className={styles.card} aria-label="Credentials">
    <h2 className={styles.title}>Credentials</h2>
    <p role="status">
      <Check account={account} />
    </p>
    {account.check_error && !account.is_checking && <p className={styles.error}>{account.check_error}</p>}
    <div className={styles.buttons}>
      {account.allowed.includes('verify') && (
        <CallButton
          operation="verifyCloudAccount"
          call={(provider) => provider.call('verifyCloudAccount', { id: account.uuid })}
        >
          Try them now
        </CallButton>
      )}
      <NewCredentialsButton account={account} />
    </div>
  </section>
)

function Check({ account: { is_checking, checked_at, check_error } }: { account: CloudAccount }) {
  if (is_checking) return <Chip tone="info">Being tried</Chip>
  if (checked_at === null) return 'Not tried since the account was added.'
  return (
    <>
      <Chip tone={check_error === null ? 'good' : 'bad'}>{check_error === null ? 'Work' : 'Do not work'}</Chip> tried{' '}
      {formatAgo(checked_at)}
    </>
  )
}

interface Fields {
  credentials: Record<string, string>
}

function NewCredentialsButton({ account }: { account: CloudAccount }) {
  const operation = useResourceCall('update')
  const resource = useResourceContext() ?? ''
  if (!account.allowed.includes('update')) return null
  return (
    <ActionButton
      operation={operation}
      label="New credentials…"
      title={`New credentials for ${account.id}`}
      call={(provider, { credentials }: Fields) =>
        provider.update(resource, {
          id: account.id,
          data: { ...account, credentials },
          previousData: account,
        })
      }
      successMessage="Saved. They are being tried."
      defaultValues={{ credentials: {} }}
      submitLabel="Save and try them"
    >
      <p>They take the place of the present ones, which are forgotten. Nobody is shown them again.</p>
      <CloudGuide cloud={account.cloud} id={account.id} region={account.region} />
      <CredentialInputs cloud={account.cloud} />
    </ActionButton>
  )
}

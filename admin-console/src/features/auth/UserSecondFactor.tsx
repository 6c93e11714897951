import type { UserSecondFactor as SecondFactor } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { required } from 'react-admin'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { countOf, formatAgo, formatDay, formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { ProofFields, proofOf } from './ProofFields.tsx'
import styles from './UserSecondFactor.module.css'

const kindNames = { totp: 'Authenticator app', passkey: 'Passkey' } as const

/** Second factors of an account, with a recovery process for lost ones. */
export function UserSecondFactor({ username }: { username: string }) {
  const { data, error } = useCall('getUserSecondFactor', { username })
  if (error) return <p role="alert">{sentenceOf(error)}</p>
  if (!data) return <p>Loading…</p>
  return (
    <div className={styles.box}>
      {data.factors.length === 0 ? (
        <p>None. The password is enough to sign in.</p>
      ) : (
        <>
          <ul className={styles.factors} aria-label="Second factors">
            {data.factors.map(({ id, kind, name, since, last_used_at }) => (
              <li key={id}>
                <b>{kind === 'totp' ? kindNames.totp : `${kindNames.passkey} “${name}”`}</b>
                <span>
                  added {formatDay(since)}, used {formatAgo(last_used_at)}
                </span>
              </li>
            ))}
          </ul>
          <p className={styles.beside}>{countOf(data.recovery_codes_left, 'recovery code')} left.</p>
        </>
      )}
      {data.removal && <Waiting removal={data.removal} />}
      {data.allowed.length > 0 && (
        <div>
          <RecordButtons record={{ ...data, username }} actions={factorActions} size="small" />
        </div>
      )}
    </div>
  )
}

const Waiting = ({ removal: { due_at, asked_by, reason } }: { removal: NonNullable<SecondFactor['removal']> }) => (
  <div className={styles.waiting} role="status">
    <Chip tone="warn">Removal pending</Chip>
    <p>
      On {formatMoment(due_at)}
      {asked_by && `, requested by ${asked_by}`}: {reason}
    </p>
  </div>
)

const action = actionsOn<SecondFactor & { username: string }>()

const factorActions = [
  action({
    name: 'remove',
    operation: 'askFactorRemoval',
    label: 'Remove…',
    title: ({ username }) => `Remove the second factor of ${username}`,
    body: 'In 24 hours, all second factors and recovery codes are removed and all devices are signed out. The account’s owner gets a link to stop this. The delay cannot be shortened.',
    defaults: { current_password: '', code: '' },
    input: ({ username }, { reason, ...proof }) => ({ username, factorRemovalPayload: { reason, ...proofOf(proof) } }),
    reason: {
      label: 'How was identity verified?',
      validate: required('Enter how you verified the identity. It is recorded in the audit log.'),
    },
    after: () => <ProofFields purpose="to remove the second factor" />,
    submit: 'Remove in 24 hours',
    color: 'error',
    success: 'Removal scheduled in 24 hours. The owner was notified',
  }),
  action({
    name: 'cancel',
    operation: 'cancelFactorRemoval',
    label: 'Cancel removal',
    input: ({ username }) => ({ username }),
    success: 'Removal cancelled. The owner was notified',
  }),
]

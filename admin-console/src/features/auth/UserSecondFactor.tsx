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
  if (!data) return <p>Looking…</p>
  return (
    <div className={styles.box}>
      {data.factors.length === 0 ? (
        <p>None: the password alone is enough to sign in.</p>
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
    <Chip tone="warn">Being removed</Chip>
    <p>
      On {formatMoment(due_at)}
      {asked_by && `, asked for by ${asked_by}`}: {reason}
    </p>
  </div>
)

const action = actionsOn<SecondFactor & { username: string }>()

const factorActions = [
  action({
    name: 'remove',
    operation: 'askFactorRemoval',
    label: 'Remove it for them…',
    title: ({ username }) => `Remove the second factor of ${username}`,
    body: 'All second factors and recovery codes go, and every device is signed out, 24 hours from now. Until then the owner can stop it by a link that they get at once. Nobody can make it sooner.',
    defaults: { current_password: '', code: '' },
    input: ({ username }, { reason, ...proof }) => ({ username, factorRemovalPayload: { reason, ...proofOf(proof) } }),
    reason: {
      label: 'How do you know that it is theirs?',
      validate: required('Say how you know. It is kept in the audit.'),
    },
    after: () => <ProofFields purpose="to remove what protects an account" />,
    submit: 'Remove it in 24 hours',
    cancel: 'Leave it',
    color: 'error',
    success: 'Its owner is told, and it is removed in 24 hours',
  }),
  action({
    name: 'cancel',
    operation: 'cancelFactorRemoval',
    label: 'Do not remove it',
    input: ({ username }) => ({ username }),
    success: 'It stays, and its owner is told',
  }),
]

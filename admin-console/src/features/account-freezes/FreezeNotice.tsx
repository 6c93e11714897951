import type { Freeze, UserRecord } from '@flagyard/api-types'
import { BooleanInput } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { ReasonInput } from '../../crud/inputs.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import styles from './Freeze.module.css'

/** Notice at the top of a frozen account's page: administrator, time, reason and held cloud accounts. */
export function FreezeNotice({ user }: { user: UserRecord }) {
  const { freeze } = user
  if (!freeze) return null
  return (
    <section className={styles.notice} aria-label="Frozen">
      <div className={styles.head}>
        <h2 className={styles.title}>This account is frozen</h2>
        {user.allowed.includes('unfreeze') && <LiftButton user={user} freeze={freeze} />}
      </div>
      <p>
        {formatMoment(freeze.at)} by {freeze.by ?? 'a former administrator'}: {freeze.reason}
      </p>
      <p className={styles.quiet}>
        {countOf(freeze.sessions, 'session')} and {countOf(freeze.labs, 'lab')} ended
        {freeze.stopped_exam && ', the clock of an exam stopped'}.
      </p>
      {freeze.accounts.length > 0 && (
        <ul className={styles.accounts} aria-label="Cloud accounts">
          {freeze.accounts.map(({ cloud, account_id, state }) => (
            <li key={account_id}>
              <ResourceLink resource={cloudProviders[cloud].resource} id={account_id} /> {states[state]}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const states = {
  waiting: 'is held once its lab has ended',
  held: 'is held with what is in it',
  released: 'was released',
} as const

interface Answers {
  reason: string
  release_accounts: boolean
}

function LiftButton({ user: { username }, freeze }: { user: UserRecord; freeze: Freeze }) {
  const holds = freeze.accounts.some(({ state }) => state !== 'released')
  const mayRelease = useCapabilities().has('cloud') && holds
  return (
    <ActionButton
      operation="unfreezeUser"
      label="Lift the freeze…"
      title={`Lift the freeze of ${username}`}
      call={(provider, { reason, release_accounts }: Answers) =>
        provider.call('unfreezeUser', {
          username,
          unfreezeAsk: { reason, ...(mayRelease && { release_accounts }) },
        })
      }
      successMessage={`${username} can sign in again`}
      submitLabel="Lift the freeze"
      cancelLabel="Leave it frozen"
      defaultValues={{ reason: '', release_accounts: false }}
      isReady={({ reason }) => !!reason?.trim()}
    >
      <p>
        They can sign in again and are told so by mail. Labs that ended stay ended, and cost no reset.
        {freeze.stopped_exam && ' Their exam gets a new environment, and its clock goes on when that runs.'}
      </p>
      {mayRelease ? (
        <BooleanInput
          source="release_accounts"
          label="and release the held accounts"
          helperText="What is in them is deleted. Otherwise they stay held until they are released on their own pages."
        />
      ) : (
        holds && <p>The held accounts stay held until somebody with the right over clouds releases them.</p>
      )}
      <ReasonInput />
    </ActionButton>
  )
}

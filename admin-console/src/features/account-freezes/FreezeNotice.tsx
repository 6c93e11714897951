import type { Freeze, UserRecord } from '@flagyard/api-types'
import { BooleanInput } from 'react-admin'
import { actionsOn, hasReason, RecordButtons } from '../../crud/actions/action-table.tsx'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { ResourceLink } from '../../crud/links.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import styles from './Freeze.module.css'

/** Notice at the top of a frozen account's page: administrator, time, reason and held cloud accounts. */
export function FreezeNotice({ user }: { user: UserRecord }) {
  const { freeze } = user
  const mayRelease = useCapabilities().has('cloud') && !!freeze && holds(freeze)
  if (!freeze) return null
  return (
    <section className={styles.notice} aria-label="Account freeze">
      <div className={styles.head}>
        <h2 className={styles.title}>This account is frozen</h2>
        <RecordButtons record={{ ...user, freeze, mayRelease }} actions={[liftAction]} />
      </div>
      <p>
        {formatMoment(freeze.at)} by {freeze.by ?? 'a former administrator'}: {freeze.reason}
      </p>
      <p className={styles.quiet}>
        {countOf(freeze.sessions, 'session')} and {countOf(freeze.labs, 'lab')} ended
        {freeze.stopped_exam && ', the clock of an exam was paused'}.
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
  waiting: 'on hold once its lab has ended',
  held: 'on hold with its contents',
  released: 'released',
} as const

const liftAction = actionsOn<UserRecord & { freeze: Freeze; mayRelease: boolean }>()({
  name: 'unfreeze',
  operation: 'unfreezeUser',
  label: 'Unfreeze…',
  title: ({ username }) => `Unfreeze ${username}`,
  body: ({ freeze, mayRelease }) => (
    <>
      <p>
        The learner can sign in again and is notified by e-mail. Ended labs are not restored and did not use a reset.
        {freeze.stopped_exam &&
          ' Their exam gets a new environment, and its clock resumes when the environment is ready.'}
      </p>
      {mayRelease ? (
        <BooleanInput
          source="release_accounts"
          label="Release the accounts on hold"
          helperText="Their contents are deleted. Otherwise they stay on hold until you release them on their own pages."
        />
      ) : (
        holds(freeze) && (
          <p>The cloud accounts stay on hold until an administrator with the cloud capability releases them.</p>
        )
      )}
    </>
  ),
  defaults: { release_accounts: false },
  input: ({ username, mayRelease }, { reason, release_accounts }) => ({
    username,
    unfreezeAsk: { reason, ...(mayRelease && { release_accounts }) },
  }),
  reason: true,
  isReady: hasReason,
  submit: 'Unfreeze account',
  success: ({ username }) => `${username} can sign in again`,
})

const holds = ({ accounts }: Freeze) => accounts.some(({ state }) => state !== 'released')

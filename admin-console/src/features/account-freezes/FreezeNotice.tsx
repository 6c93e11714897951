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
    <section className={styles.notice} aria-label="Frozen">
      <div className={styles.head}>
        <h2 className={styles.title}>This account is frozen</h2>
        <RecordButtons record={{ ...user, freeze, mayRelease }} actions={[liftAction]} />
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

const liftAction = actionsOn<UserRecord & { freeze: Freeze; mayRelease: boolean }>()({
  name: 'unfreeze',
  operation: 'unfreezeUser',
  label: 'Lift the freeze…',
  title: ({ username }) => `Lift the freeze of ${username}`,
  body: ({ freeze, mayRelease }) => (
    <>
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
        holds(freeze) && <p>The held accounts stay held until somebody with the right over clouds releases them.</p>
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
  submit: 'Lift the freeze',
  cancel: 'Leave it frozen',
  success: ({ username }) => `${username} can sign in again`,
})

const holds = ({ accounts }: Freeze) => accounts.some(({ state }) => state !== 'released')

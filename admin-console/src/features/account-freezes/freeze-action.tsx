import type { FreezeReport, UserRecord } from '@flagyard/api-types'
import { FailedLine } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { BooleanInput } from 'react-admin'
import { useDryRun } from '../../crud/actions/ActionDialog.tsx'
import { actionsOn, hasReason } from '../../crud/actions/action-table.tsx'
import { countOf, formatAgo, formatMinutes, formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import styles from './Freeze.module.css'

/** Freezes an account: stops all its activity and preserves its cloud accounts as evidence. A `reason` is a prefilled one. */
export const freezeAction = actionsOn<Pick<UserRecord, 'username' | 'allowed'> & { reason?: string }>()({
  name: 'freeze',
  operation: 'freezeUser',
  label: 'Freeze…',
  title: ({ username }) => `Freeze ${username}`,
  body: ({ username }) => (
    <>
      <p>
        Everything stops at once, and nothing is deleted. You can lift the freeze at any time; labs that it ended are
        not brought back.
      </p>
      <Preview username={username} />
    </>
  ),
  defaults: ({ reason = '' }) => ({ reason, stop_exam: false }),
  input: ({ username }, answers) => ({ username, freezeAsk: { ...answers, dry_run: false } }),
  reason: { helperText: 'For the audit. The learner is told calmly that the account is paused, without it.' },
  isReady: hasReason,
  submit: 'Freeze the account',
  cancel: 'Leave it',
  color: 'error',
  success: 'Frozen. What is in the cloud accounts is kept',
})

function Preview({ username }: { username: string }) {
  const { data, error, refetch } = useDryRun('freezeUser', { username, freezeAsk: { dry_run: true } })
  if (error) return <FailedLine why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Looking what runs" />
  return (
    <>
      <ul className={styles.effects} aria-label="What happens">
        <li>
          {data.was_disabled ? 'The account is disabled already' : 'The account is disabled'},{' '}
          {countOf(data.sessions, 'session')} {data.sessions === 1 ? 'ends' : 'end'}
        </li>
        {data.labs.map((lab) => (
          <li key={lab.deployment_id}>{sayLab(lab)}</li>
        ))}
        {data.accounts.map((account) => (
          <li key={account.account_id}>{sayAccount(account)}</li>
        ))}
        {data.labs.length === 0 && data.accounts.length === 0 && (
          <li>No lab runs, and no cloud account holds anything</li>
        )}
        {data.booked.map(({ slug, title, scheduled_at }) => (
          <li key={`${slug} ${scheduled_at}`}>
            “{title}” stays booked for {formatMoment(scheduled_at)}
          </li>
        ))}
      </ul>
      {data.exams.map(({ slug, title, seconds_left }) => (
        <div key={slug} className={styles.exam}>
          <p>
            They are sitting “{title}” now, with {formatMinutes(Math.ceil(seconds_left / 60))} left. Its environment
            ends too. The clock stands until the freeze is lifted and a new one runs.
          </p>
        </div>
      ))}
      {data.exams.length > 0 && (
        <BooleanInput source="stop_exam" label="Stop the clock of the exam" helperText={false} />
      )}
    </>
  )
}

const words = {
  queued: 'leaves the queue',
  held: 'gives up its place',
  provisioning: 'stops being built',
  running: 'ends, its credentials revoked first',
  ending: 'is ending already',
  ended: 'has ended',
} as const

const sayLab = ({ lab, exam, state }: FreezeReport['labs'][number]) =>
  `${exam ? `The environment of ${exam}` : (lab ?? 'A trial')} ${words[state]}`

function sayAccount({ account_id, resources, types, read_at }: FreezeReport['accounts'][number]): string {
  const held = `${account_id} is held as it is`
  if (resources === null || read_at === null) return `${held}; what is in it was not read yet`
  const most = types.slice(0, 3).map(({ type, count }) => `${count} × ${type}`)
  return `${held}: ${countOf(resources, 'resource')}${most.length > 0 ? ` (${most.join(', ')})` : ''}, read ${formatAgo(read_at)}`
}

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
        All activity stops immediately, and nothing is deleted. You can unfreeze the account at any time, but ended labs
        are not restored.
      </p>
      <Preview username={username} />
    </>
  ),
  defaults: ({ reason = '' }) => ({ reason, stop_exam: false }),
  input: ({ username }, answers) => ({ username, freezeAsk: { ...answers, dry_run: false } }),
  reason: {
    helperText: 'Recorded in the audit log. The learner is notified that the account is paused, but not of the reason.',
  },
  isReady: hasReason,
  submit: 'Freeze account',
  color: 'error',
  success: 'Account frozen. The contents of its cloud accounts are preserved',
})

function Preview({ username }: { username: string }) {
  const { data, error, refetch } = useDryRun('freezeUser', { username, freezeAsk: { dry_run: true } })
  if (error) return <FailedLine why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Loading the preview…" />
  return (
    <>
      <ul className={styles.effects} aria-label="Effects">
        <li>
          {data.was_disabled ? 'The account is already disabled' : 'The account is disabled'},{' '}
          {countOf(data.sessions, 'session')} {data.sessions === 1 ? 'ends' : 'end'}
        </li>
        {data.labs.map((lab) => (
          <li key={lab.deployment_id}>{sayLab(lab)}</li>
        ))}
        {data.accounts.map((account) => (
          <li key={account.account_id}>{sayAccount(account)}</li>
        ))}
        {data.labs.length === 0 && data.accounts.length === 0 && (
          <li>No labs are running, and no cloud accounts are in use</li>
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
            The exam “{title}” is in progress, with {formatMinutes(Math.ceil(seconds_left / 60))} left. Its environment
            ends too. The clock is paused until the account is unfrozen and a new environment is ready.
          </p>
        </div>
      ))}
      {data.exams.length > 0 && <BooleanInput source="stop_exam" label="Pause the exam’s clock" helperText={false} />}
    </>
  )
}

const words = {
  queued: 'leaves the queue',
  held: 'loses its reserved account',
  provisioning: 'stops building',
  running: 'ends after its credentials are revoked',
  ending: 'is already ending',
  ended: 'has ended',
} as const

const sayLab = ({ lab, exam, state }: FreezeReport['labs'][number]) =>
  `${exam ? `The environment of ${exam}` : (lab ?? 'A test run')} ${words[state]}`

function sayAccount({ account_id, resources, types, read_at }: FreezeReport['accounts'][number]): string {
  const held = `${account_id} is put on hold`
  if (resources === null || read_at === null) return `${held}; its contents have not been read yet`
  const most = types.slice(0, 3).map(({ type, count }) => `${count} × ${type}`)
  return `${held}: ${countOf(resources, 'resource')}${most.length > 0 ? ` (${most.join(', ')})` : ''}, read ${formatAgo(read_at)}`
}

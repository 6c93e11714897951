import type { AlertSide, FlagAlert } from '@flagyard/api-types'
import { attemptLink, consolePaths } from '@flagyard/api-types/console-links'
import { formatMinutes } from '@flagyard/ui/format'
import type { ReactNode } from 'react'
import { BooleanInput, SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { actionsOn, hasReason, RecordButtons } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import { freezeAction } from '../account-freezes/freeze-action.tsx'
import { AuditButton } from '../audit/AuditButton.tsx'
import { StateChip } from '../users/user-words.tsx'
import styles from './FlagAlert.module.css'
import { AlertStateChip } from './FlagAlertList.tsx'

const FlagAlertShow = () => (
  <RecordPage<FlagAlert>
    wholeBy="giver"
    title={(alert) => `${alert.username} submitted a flag of ${alert.owner}`}
    about={AlertStateChip}
    actions={(alert) => (
      <>
        <AuditButton type="user" id={alert.username} />
        <RecordButtons record={alert} actions={[decideAction]} />
      </>
    )}
  >
    {(alert) => (
      <div className={styles.page}>
        <Summary alert={alert} />
        <div className={styles.sides}>
          <AlertSideCard title="Submitted by" side={alert.giver} shared={alert.shared_addresses} />
          <AlertSideCard title="Flag owner" side={alert.holder} shared={alert.shared_addresses} />
        </div>
      </div>
    )}
  </RecordPage>
)

export default FlagAlertShow

const Summary = ({ alert }: { alert: FlagAlert }) => (
  <section className={styles.card} aria-label="Event">
    <h2 className={styles.title}>Event</h2>
    <p>
      {formatMoment(alert.at)}: “{alert.flag}” of {alert.exam ? `the exam ${alert.exam}` : `the lab ${alert.lab ?? ''}`}
      . {sayDelay(alert)}
    </p>
    <p>
      {alert.shared_addresses.length > 0
        ? `Both were signed in from ${alert.shared_addresses.join(' and ')}. This may be a shared room or network.`
        : 'They were not signed in from the same IP address.'}
    </p>
    {alert.attempt_id && (
      <p>
        <Link to={attemptLink(alert.username, alert.attempt_id)}>
          {alert.has_conduct_case ? 'Open the attempt with its conduct case' : 'Open a conduct case on the attempt'}
        </Link>
      </p>
    )}
    {alert.resolved_at && (
      <p className={styles.decided}>
        {formatMoment(alert.resolved_at)} by {alert.resolved_by ?? 'a former administrator'}: {alert.resolution}
      </p>
    )}
  </section>
)

/** Facts about one of the two learners around the time of the alert. */
const AlertSideCard = ({ title, side, shared }: { title: string; side: AlertSide; shared: string[] }) => (
  <section className={styles.card} aria-label={title}>
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      <Freeze username={side.username} />
    </div>
    <p className={styles.who}>
      <Link to={consolePaths.user(side.username)}>
        <bdi>{side.full_name}</bdi>
      </Link>{' '}
      <span className="mono">{side.username}</span> <StateChip state={side.state} />
    </p>
    <dl className={styles.facts}>
      <Fact label="Environment">
        <Environment side={side} />
      </Fact>
      <Fact label="Solved">{side.solved_at ? formatMoment(side.solved_at) : 'not solved'}</Fact>
      <Fact label="Submissions">
        <Tries side={side} />
      </Fact>
      <Fact label="Sessions at that time">
        <Sessions side={side} shared={shared} />
      </Fact>
      <Fact label="Other alerts">{side.other_alerts === 0 ? 'none' : String(side.other_alerts)}</Fact>
    </dl>
  </section>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Loads the account, which determines whether it can be frozen. */
function Freeze({ username }: { username: string }) {
  const { data } = useCall('getUser', { username })
  return data ? <RecordButtons record={data} actions={[freezeAction]} /> : null
}

function Environment({ side: { deployment } }: { side: AlertSide }) {
  if (!deployment) return 'none on record'
  const { account_id, running_at, ended_at } = deployment
  return (
    <>
      {account_id && <span className="mono">{account_id}</span>}{' '}
      {running_at ? `${formatMoment(running_at)} – ${ended_at ? formatMoment(ended_at) : 'now'}` : 'never ran'}
    </>
  )
}

function Tries({ side: { tries, tries_count } }: { side: AlertSide }) {
  if (tries.length === 0) return 'none on record'
  return (
    <details>
      <summary>{countOf(tries_count, 'try', 'tries')}</summary>
      <ol className={styles.list}>
        {tries.map(({ at, correct, late, is_this }) => (
          <li key={`${at} ${correct}`}>
            {formatMoment(at)} {correct ? 'correct' : 'wrong'}
            {late && ', late'}
            {is_this && <strong> · this submission</strong>}
          </li>
        ))}
      </ol>
    </details>
  )
}

function Sessions({ side: { sessions }, shared }: { side: AlertSide; shared: string[] }) {
  if (sessions.length === 0) return 'none on record'
  return (
    <ul className={styles.list}>
      {sessions.map(({ address, user_agent, created_at }) => (
        <li key={`${created_at} ${address}`}>
          <span className="mono">{address ?? 'unknown address'}</span>
          {address && shared.includes(address) && <strong> · both</strong>} since {formatMoment(created_at)}
          {user_agent && <span className={styles.agent}> {user_agent}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Time between the owner's solution and the submission by another learner. */
function sayDelay({ seconds_after_solve, owner }: Pick<FlagAlert, 'seconds_after_solve' | 'owner'>): string {
  if (seconds_after_solve === null) return `${owner} has not solved it themselves.`
  const minutes = Math.max(1, Math.round(Math.abs(seconds_after_solve) / 60))
  const long = minutes > TWO_DAYS ? `${Math.round(minutes / 1440)} days` : formatMinutes(minutes)
  return `That was ${long} ${seconds_after_solve >= 0 ? 'after' : 'before'} ${owner} solved it.`
}

const TWO_DAYS = 2 * 24 * 60

const decisions = [
  { id: 'dismissed', name: 'Dismiss: no consequences' },
  { id: 'confirmed', name: 'Confirm: the flag was shared' },
]

/** Decides an alert, with a reason. The decision is final. Freezing an account and opening a conduct case are separate actions. */
const decideAction = actionsOn<FlagAlert>()({
  name: 'decide',
  operation: 'decideFlagAlert',
  label: 'Decide…',
  title: 'Decide the alert',
  body: ({ username }) => (
    <>
      <SelectInput source="decision" label="Decision" choices={decisions} helperText={false} validate={[]} fullWidth />
      <Warning username={username} />
    </>
  ),
  defaults: { decision: 'dismissed' as 'dismissed' | 'confirmed', warn: true },
  input: ({ id, version }, { decision, reason, warn }) => ({
    id,
    flagAlertDecision: { version, decision, reason, ...(decision === 'confirmed' && { warn }) },
  }),
  reason: { helperText: 'Recorded in the audit log. The learners cannot read it.' },
  isReady: hasReason,
  submit: 'Save decision',
  success: 'Decision saved',
})

function Warning({ username }: { username: string }) {
  const { decision } = useWatch() as { decision?: string }
  if (decision !== 'confirmed') return null
  return (
    <BooleanInput
      source="warn"
      label={`Notify ${username} by e-mail`}
      helperText="Describes the finding and the rule, without naming the other learner"
    />
  )
}

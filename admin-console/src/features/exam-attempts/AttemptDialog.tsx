import type { UserAttempt } from '@flagyard/api-types'
import { recordName } from '@flagyard/api-types/exam-attempts/attempt-record'
import { Loading } from '@flagyard/ui/Feedback'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Button } from '@mui/material'
import { type ReactNode, Suspense } from 'react'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../crud/actions/Dialog.tsx'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { formatMinutes, formatMoment } from '../../lib/format.ts'
import styles from './AttemptDialog.module.css'
import { AttemptReports } from './AttemptReports.tsx'
import { AttemptState } from './AttemptState.tsx'
import { attemptActions, ledgerActions } from './attempt-actions.tsx'
import { bookingOf, effectOf, pointsOf } from './attempt-words.ts'
import { RoomSection } from './room/RoomSection.tsx'

const AttemptConduct = lazyScreen(() => import('./AttemptConduct.tsx'))
const AttemptDetails = lazyScreen(() => import('./AttemptDetails.tsx'))

interface Props {
  username: string
  id: string
  /** Set if the dialog was opened from a row. */
  title?: string | undefined
  onClose: () => void
}

/** One attempt: booking, time ledger and the actions for its candidate. */
export default function AttemptDialog({ username, id, title, onClose }: Props) {
  const { data, error, refetch } = useCall(
    'getUserAttempt',
    { username, id },
    { staleTime: 0, refetchInterval: 15_000 },
  )
  return (
    <Dialog title={title ?? (data ? `${data.title} · attempt ${data.number}` : 'Attempt')} onClose={onClose}>
      <DialogBody>
        {data ? (
          // One boundary for all parts: a part that loads later would move the buttons below it.
          <Suspense fallback={<Loading what="this attempt" />}>
            <Facts attempt={data} />
            <AttemptReports username={username} attempt={data} />
            <Ledger rows={data.ledger}>
              <RecordButtons record={{ ...data, username }} actions={ledgerActions} size="small" />
            </Ledger>
            <RoomSection username={username} attempt={data} />
            <AttemptConduct username={username} attempt={data} />
            <AttemptDetails username={username} attempt={data} />
            <AcceptedRules rules={data.accepted_rules} />
          </Suspense>
        ) : (
          <LoadingOrError what="this attempt" error={error} retry={refetch} />
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        {data && <RecordButtons record={{ ...data, username }} actions={attemptActions} />}
      </DialogFoot>
    </Dialog>
  )
}

function Facts({ attempt }: { attempt: UserAttempt }) {
  const facts: [name: string, value: string | null][] = [
    ['Date', bookingOf(attempt)],
    ['Duration', lengthOf(attempt)],
    ['Duration if booked now', durationIfBookedNow(attempt)],
    ['Environment ready', momentOf(attempt.ready_at)],
    ['Checked in', momentOf(attempt.checked_in_at)],
    ['Started', momentOf(attempt.started_at)],
    ['Clock', clockOf(attempt)],
    ['Account reserved until', momentOf(attempt.account_until)],
    ['Points', pointsOf(attempt)],
    ['Moves and resets', `${attempt.moves_used} moves, ${attempt.resets_used} resets`],
    ['Decided', momentOf(attempt.decided_at)],
  ]
  return (
    <>
      <div className={styles.line}>
        <AttemptState state={attempt.state} isUnderReview={attempt.under_review} />
      </div>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  )
}

/** Duration, including this learner's extra time. */
function lengthOf({ duration_minutes, exam_minutes }: UserAttempt): string | null {
  if (duration_minutes === null) return null
  const extra = duration_minutes - exam_minutes
  return extra > 0
    ? `${formatMinutes(duration_minutes)}, including ${formatMinutes(extra)} extra time`
    : formatMinutes(duration_minutes)
}

/** Warns that the extra time was changed after the exam was booked. */
function durationIfBookedNow({ state, duration_minutes, booked_now_minutes }: UserAttempt): string | null {
  if (state !== 'scheduled' || duration_minutes === booked_now_minutes) return null
  return `${formatMinutes(booked_now_minutes)}: extra time has changed since the booking. Move the exam to the same hour to apply it.`
}

const momentOf = (at: string | null) => at && formatMoment(at)

function clockOf({ state, active_until, clock_stopped_at, seconds_left }: UserAttempt): string | null {
  if (state !== 'active') return null
  const left = `${formatMinutes(Math.floor(seconds_left / 60))} left`
  if (clock_stopped_at) return `paused since ${formatMoment(clock_stopped_at)}, ${left}`
  return active_until ? `runs until ${formatMoment(active_until)}, ${left}` : left
}

function Ledger({ rows, children }: { rows: UserAttempt['ledger']; children: ReactNode }) {
  return (
    <section aria-label="Ledger">
      <div className={styles.head}>
        <h3 className={styles.heading}>Ledger</h3>
        <div className={styles.actions}>{children}</div>
      </div>
      {rows.length === 0 && <p>No entries yet. Every change of time or points is recorded here.</p>}
      <ol className={styles.ledger}>
        {rows.map((row, index) => (
          <li key={`${row.at} ${row.kind} ${row.reason}`}>
            <span className={styles.line}>
              <strong>{recordName(rows, index)}</strong>
              <span>{effectOf(row)}</span>
            </span>
            {row.reason && <span>{row.reason}</span>}
            <span className={styles.beside}>
              {formatMoment(row.from_at ?? row.at)} · {row.actor ?? 'automatic'}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The rules as the candidate accepted them. Later changes of the exam do not affect them. */
function AcceptedRules({ rules }: { rules: UserAttempt['accepted_rules'] }) {
  if (!rules) return null
  return (
    <details>
      <summary className={styles.summary}>Rules accepted on {formatMoment(rules.at)}</summary>
      <p className={styles.text}>{rules.text}</p>
    </details>
  )
}

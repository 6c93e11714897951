import type { UserAttempt } from '@flagyard/api-types'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { Button } from '@mui/material'
import { Dialog, DialogBody, DialogFoot } from '../../crud/Dialog.tsx'
import { useCall } from '../../crud/useCall.ts'
import { formatMinutes, formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import styles from './AttemptDialog.module.css'
import { AttemptState } from './AttemptState.tsx'
import { bookingOf, effectOf, ledgerNames, pointsOf } from './attempt-words.ts'
import { CorrectionButton } from './CorrectionButton.tsx'
import { ExtendButton } from './ExtendButton.tsx'
import { ScheduleButton } from './ScheduleButton.tsx'

interface Props {
  username: string
  id: string
  title: string
  onClose: () => void
}

/** One attempt: its booking, its clock with every row of the ledger, and what can be done for its candidate. */
export default function AttemptDialog({ username, id, title, onClose }: Props) {
  const { data, error, refetch } = useCall(
    'getUserAttempt',
    { username, id },
    { staleTime: 0, refetchInterval: 15_000 },
  )
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        {data ? (
          <>
            <Facts attempt={data} />
            <Ledger rows={data.ledger} />
          </>
        ) : error ? (
          <Failed what="this attempt" why={sentenceOf(error)} onRetry={() => void refetch()} />
        ) : (
          <Loading what="this attempt" />
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        {data && <Actions username={username} attempt={data} />}
      </DialogFoot>
    </Dialog>
  )
}

const Actions = ({ username, attempt }: { username: string; attempt: UserAttempt }) => (
  <>
    <CorrectionButton username={username} attempt={attempt} />
    <ScheduleButton username={username} attempt={attempt} />
    <ExtendButton username={username} attempt={attempt} />
  </>
)

function Facts({ attempt }: { attempt: UserAttempt }) {
  const facts: [name: string, value: string | null][] = [
    ['Date', bookingOf(attempt)],
    ['Lasts', attempt.duration_minutes === null ? null : formatMinutes(attempt.duration_minutes)],
    ['Environment ready', momentOf(attempt.ready_at)],
    ['Checked in', momentOf(attempt.checked_in_at)],
    ['Started', momentOf(attempt.started_at)],
    ['Clock', clockOf(attempt)],
    ['Account booked until', momentOf(attempt.account_until)],
    ['Points', pointsOf(attempt)],
    ['Moves and resets', `${attempt.moves_used} moves, ${attempt.resets_used} resets`],
    ['Decided', momentOf(attempt.decided_at)],
  ]
  return (
    <>
      <AttemptState state={attempt.state} />
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

const momentOf = (at: string | null) => at && formatMoment(at)

function clockOf({ state, active_until, clock_stopped_at, seconds_left }: UserAttempt): string | null {
  if (state !== 'active') return null
  const left = `${formatMinutes(Math.floor(seconds_left / 60))} left`
  if (clock_stopped_at) return `stands since ${formatMoment(clock_stopped_at)}, ${left}`
  return active_until ? `runs until ${formatMoment(active_until)}, ${left}` : left
}

function Ledger({ rows }: { rows: UserAttempt['ledger'] }) {
  return (
    <section aria-label="Ledger">
      <h3 className={styles.heading}>Ledger</h3>
      {rows.length === 0 && <p>Nothing has happened yet. Each change of time or points becomes a row here.</p>}
      <ol className={styles.ledger}>
        {rows.map((row, index) => (
          <li key={index}>
            <span className={styles.line}>
              <strong>{ledgerNames[row.kind]}</strong>
              <span>{effectOf(row)}</span>
            </span>
            {row.reason && <span>{row.reason}</span>}
            <span className={styles.beside}>
              {formatMoment(row.from_at ?? row.at)} · {row.actor ?? 'by rule'}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

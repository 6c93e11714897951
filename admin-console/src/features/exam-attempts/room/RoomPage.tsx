import type { RoomOpening, SupportRoom } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { recordName } from '@flagyard/api-types/exam-attempts/attempt-record'
import { Chip } from '@flagyard/ui/Chip'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { placeName } from '@flagyard/ui/time-zones'
import { useParams } from 'react-router-dom'
import { actionsOn, RecordButtons } from '../../../crud/actions/action-table.tsx'
import { useCall } from '../../../crud/calls.tsx'
import { Text } from '../../../crud/inputs.tsx'
import NotFound from '../../../crud/record/NotFound.tsx'
import { ScreenHeader } from '../../../crud/ScreenHeader.tsx'
import { capitalised, countOf, formatMinutes, formatMoment } from '../../../lib/format.ts'
import { codeOf, sentenceOf } from '../../../lib/problem.ts'
import { AttemptState } from '../AttemptState.tsx'
import { effectOf, formatIn, myTimeZone } from '../attempt-words.ts'
import styles from './Room.module.css'
import { endAction } from './RoomSection.tsx'

/** Read-only view of a candidate's exam room, while access is granted. */
export default function RoomPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall('getUserRoom', { id }, { staleTime: 0, refetchInterval: 10_000 })
  // Hides the room once access has ended, even if data is cached.
  if (error)
    return codeOf(error) === 'not_found' ? (
      <NotFound />
    ) : (
      <Failed what="this room" why={sentenceOf(error)} onRetry={() => void refetch()} />
    )
  if (!data) return <Spinner label="Opening the exam room…" />
  return <Room view={data} />
}

function Room({ view: { opening, username, full_name, room, flags } }: { view: SupportRoom }) {
  const [attempt] = room.attempts
  if (!attempt) return null
  const zone = attempt.time_zone ?? myTimeZone()
  const clock = attempt.clock_stopped_at
    ? `paused since ${formatIn(zone, attempt.clock_stopped_at)}`
    : attempt.active_until
      ? `runs until ${formatIn(zone, attempt.active_until)}`
      : 'has not started'
  return (
    <>
      <ScreenHeader
        title={`Exam room of ${isolate(full_name)}`}
        about={
          <>
            <AttemptState state={attempt.state} /> {room.title} · attempt {attempt.number}
          </>
        }
        back={{ to: `${consolePaths.user(username)}/exams`, label: isolate(full_name) }}
        actions={<RecordButtons record={opening} actions={[endAction]} />}
      />
      <p className={styles.notice} role="note">
        You can view this room until {formatMoment(opening.open_until ?? room.now)}. <bdi>{full_name}</bdi> can see that
        you are here. Credentials are hidden, and your changes are recorded in the audit log.
      </p>
      <div className={styles.columns}>
        <section className={styles.card} aria-label="Time">
          <h2 className={styles.title}>Time</h2>
          <p className={styles.number}>{formatMinutes(Math.floor(attempt.seconds_left / 60))} left</p>
          <p className={styles.beside}>
            Clock: {clock}. Times are in the candidate’s time zone, {placeName(zone)}.
          </p>
          <ol className={styles.openings}>
            {room.ledger.map((row, index) => (
              <li key={`${row.at} ${row.kind} ${row.reason}`}>
                <span>
                  <strong>{recordName(room.ledger, index)}</strong>
                  {effectOf(row) !== '—' && ` · ${effectOf(row)}`}
                </span>
                {row.reason && <span>{row.reason}</span>}
                <span className={styles.beside}>{formatIn(zone, row.from_at ?? row.at)}</span>
              </li>
            ))}
          </ol>
        </section>
        <div className={styles.stack}>
          <Environment room={room} />
          {room.admitted && (
            <section className={styles.card} aria-label="Allowed address">
              <h2 className={styles.title}>Allowed address</h2>
              <p>
                {room.admitted.wanted
                  ? `Allowing ${room.admitted.wanted} at the cloud provider…`
                  : room.admitted.range
                    ? `The environment can be reached from ${room.admitted.range}.`
                    : 'The environment cannot be reached yet: the candidate has not entered an address.'}
              </p>
              {room.admitted.problem && <p className={styles.problem}>{room.admitted.problem}</p>}
              <div>
                <RecordButtons record={opening} actions={addressActions} size="small" />
              </div>
            </section>
          )}
          <section className={styles.card} aria-label="Flags">
            <h2 className={styles.title}>Flags</h2>
            {flags.length === 0 ? (
              <p className={styles.beside}>Flags are shown once the exam has started.</p>
            ) : (
              <ul className={styles.openings}>
                {flags.map((flag) => (
                  <li key={flag.id}>
                    <span className={styles.line}>
                      <strong>{flag.title}</strong>
                      <Chip tone={flag.solved_at ? 'good' : 'neutral'}>{flag.solved_at ? 'Solved' : 'Open'}</Chip>
                    </span>
                    <span className={styles.beside}>
                      {flag.points} points · {countOf(flag.wrong_tries, 'wrong submission')}
                      {flag.solved_at && ` · ${formatIn(zone, flag.solved_at)}`}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
      </div>
    </>
  )
}

function Environment({ room: { environment } }: { room: SupportRoom['room'] }) {
  return (
    <section className={styles.card} aria-label="Environment">
      <h2 className={styles.title}>Environment</h2>
      {environment ? (
        <>
          <p>
            {capitalised(environment.state)}
            {environment.account_id && (
              <>
                {' '}
                in <span className="mono">{environment.account_id}</span>
                {environment.region && `, ${environment.region}`}
              </>
            )}
          </p>
          {environment.message && <p className={styles.problem}>{environment.message}</p>}
          <ol className={styles.openings}>
            {environment.stages.map(({ name, state, log }) => (
              <li key={name}>
                <span className={styles.line}>
                  <span>{name}</span>
                  <span className={styles.beside}>{state}</span>
                </span>
                {log.length > 0 && (
                  <details>
                    <summary className={styles.beside}>Provider log</summary>
                    <pre className={styles.log}>{log.join('\n')}</pre>
                  </details>
                )}
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p>No environment at the moment.</p>
      )}
    </section>
  )
}

/** Without a reset, and while the clock is running. */
const addressActions = [
  actionsOn<RoomOpening>()({
    operation: 'admitAddressForUser',
    label: 'Allow another address…',
    title: 'Allow another address',
    body: (
      <>
        <p>
          Replaces the current address, without a rebuild or a reset. The candidate can see the change in their ledger.
          It does not affect their time.
        </p>
        <Text
          source="address"
          label="IPv4 address or range"
          clean={(typed) => typed.trim()}
          helperText="For example 203.0.113.24, or 203.0.113.0/24 for a range"
          autoComplete="off"
          fullWidth
          slotProps={{ htmlInput: { maxLength: 40, spellCheck: false, className: 'mono' } }}
        />
      </>
    ),
    defaults: { address: '' },
    input: ({ id }, { address }) => ({ id, admittedAddressEdit: { address } }),
    isReady: ({ address }) => !!address?.trim(),
    submit: 'Allow address',
    success: 'Address change started. The cloud provider needs a moment',
  }),
]

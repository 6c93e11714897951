import type { UserAttempt } from '@flagyard/api-types'
import { pointsGiven, recordMoment, recordName, timeGiven } from '@flagyard/api-types/exam-attempts/attempt-record'
import { Chip } from '@flagyard/ui/Chip'
import { saveFile } from '@flagyard/ui/save-file'
import { type ReactNode, useState } from 'react'
import { CallButton, RecordButtons } from '../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { formatMoment } from '../../lib/format.ts'
import styles from './AttemptDialog.module.css'
import { extraPointsActions, PullRequestLink } from './extra-points.tsx'

interface Props {
  username: string
  attempt: UserAttempt
}

/** Details for support requests: pull requests, flag submissions and a timeline of the attempt. */
export default function AttemptDetails({ username, attempt }: Props) {
  const names = { username, id: attempt.id }
  return (
    <>
      <ExtraPoints username={username} attempt={attempt} />
      {attempt.started_at && (
        <>
          <LazyDetails title="Flag submissions">
            <FlagSubmissions names={names} />
          </LazyDetails>
          <LazyDetails title="Attempt timeline">
            <Timeline names={names} />
          </LazyDetails>
        </>
      )}
      {attempt.ledger.length > 0 && (
        <div>
          <CallButton
            operation="getUserAttemptPdf"
            size="small"
            call={async (provider) => {
              const answer = await provider.call('getUserAttemptPdf', names)
              await saveFile(answer, 'attempt.pdf')
            }}
            successMessage="PDF downloaded"
          >
            Download PDF
          </CallButton>
        </div>
      )}
    </>
  )
}

/** Loads its content only when opened. */
function LazyDetails({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>{title}</summary>
      {open && children}
    </details>
  )
}

const chips = {
  pending: { tone: 'warn', label: 'Pending' },
  approved: { tone: 'good', label: 'Approved' },
  refused: { tone: 'neutral', label: 'Refused' },
} as const

function ExtraPoints({ username, attempt }: Props) {
  const requests = attempt.extra_points_requests
  if (requests.length === 0) return null
  return (
    <section aria-label="Extra points">
      <h3 className={styles.heading}>Extra points</h3>
      <ul className={styles.ledger}>
        {requests.map((request) => (
          <li key={request.id}>
            <span className={styles.line}>
              <PullRequestLink url={request.url} />
              <Chip tone={chips[request.state].tone}>
                {request.state === 'approved'
                  ? pointsGiven({ kind: 'extra_points', points: request.points })
                  : chips[request.state].label}
              </Chip>
            </span>
            {request.note && <span>{request.note}</span>}
            {request.reason && <span className={styles.beside}>{request.reason}</span>}
            {request.state === 'pending' && attempt.allowed.includes('decide_extra_points') && (
              <span>
                <RecordButtons
                  record={{ ...request, username, exam: attempt.exam, allowed: ['decide'] }}
                  actions={extraPointsActions}
                  size="small"
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Names = { username: string; id: string }

function FlagSubmissions({ names }: { names: Names }) {
  const { data, error, refetch } = useCall('listUserFlagTries', names, { staleTime: 0 })
  if (error || !data) return <LoadingOrError what="the flag submissions" error={error} retry={refetch} />
  if (data.length === 0) return <p className={styles.beside}>No flags submitted.</p>
  return (
    <ul className={styles.ledger} aria-label="Flag submissions">
      {data.map(({ id, flag, at, correct, late }) => (
        <li key={id}>
          <span className={styles.line}>
            <strong>{flag}</strong>
            <span>
              <Chip tone={correct ? 'good' : 'neutral'}>{correct ? 'Correct' : 'Wrong'}</Chip>{' '}
              {late && <Chip tone="warn">After the end</Chip>}
            </span>
          </span>
          <span className={styles.beside}>{formatMoment(at)}</span>
        </li>
      ))}
    </ul>
  )
}

function Timeline({ names }: { names: Names }) {
  const { data, error, refetch } = useCall('getUserAttemptRecord', names, { staleTime: 0 })
  if (error || !data) return <LoadingOrError what="the timeline" error={error} retry={refetch} />
  return (
    <>
      <p className={styles.beside}>
        {data.time_zone === 'UTC'
          ? 'Times are in UTC, the time zone of the booking.'
          : `Times are in ${data.time_zone}, the time zone of the booking, and in UTC.`}
      </p>
      <ol className={styles.ledger} aria-label="Attempt timeline">
        {data.rows.map((row, index) => (
          <li key={index}>
            <span className={styles.line}>
              <strong>{recordName(data.rows, index)}</strong>
              <span>{[timeGiven(row), pointsGiven(row)].filter(Boolean).join(' · ')}</span>
            </span>
            {row.text && <span className={styles.said}>{row.text}</span>}
            <span className={styles.beside}>
              {[recordMoment(row.at, data.time_zone), row.at, row.actor].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

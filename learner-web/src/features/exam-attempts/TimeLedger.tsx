import type { MyExamDetails } from '@flagyard/api-types'
import { pointsGiven, recordName } from '@flagyard/api-types/exam-attempts/attempt-record'
import { formatClock } from '../../lib/format.ts'
import styles from './Examroom.module.css'
import { formatShort } from './zoned-time.ts'

type Row = MyExamDetails['ledger'][number]

interface Props {
  rows: readonly Row[]
  endsAt: string | null
  timeZone: string
}

/** All time granted, with reasons. The rows add up to the end of the exam. */
export function TimeLedger({ rows, endsAt, timeZone }: Props) {
  if (rows.length === 0) return <p className="small muted">Nothing has been counted yet.</p>
  return (
    <ol className={styles.ledger}>
      {rows.map((row, index) => (
        <li key={index}>
          <span>
            {recordName(rows, index)}
            {row.from_at && <span className="muted"> · {formatShort(row.from_at, timeZone)}</span>}
            {row.by === 'us' && <span className="muted"> · by our team</span>}
            {row.reason && <span className={styles.reason}>{row.reason}</span>}
          </span>
          <span className="mono">{amountOf(row, rows.slice(0, index))}</span>
        </li>
      ))}
      {endsAt && (
        <li>
          <strong>Ends</strong>
          <strong>{formatShort(endsAt, timeZone)}</strong>
        </li>
      )}
    </ol>
  )
}

/** Amount of a row: the full time for the start, otherwise the addition. */
function amountOf(row: Row, before: readonly Row[]): string {
  if (row.kind === 'start') return formatClock(row.seconds * 1000)
  if (row.kind === 'extension' || row.kind === 'incident') return `+${formatClock(row.seconds * 1000)}`
  if (row.kind === 'regrade' || row.kind === 'extra_points') return pointsGiven(row)
  if (row.kind !== 'resume' || !row.from_at) return ''
  const since = firstStopOf(before)
  return since ? `+${formatClock(Date.parse(row.from_at) - Date.parse(since))}` : ''
}

/** A paused clock may be paused again manually; the pause counts from the first time. */
function firstStopOf(before: readonly Row[]): string | null {
  const last = before.findLastIndex(({ kind }) => kind === 'resume' || kind === 'start')
  return before.slice(last + 1).find(({ kind }) => kind === 'stop')?.from_at ?? null
}

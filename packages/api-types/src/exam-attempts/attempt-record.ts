import { zonedFormat } from '../contract/time-zone.ts'
import type { AttemptRecord, RecordRow } from './record-schemas.ts'

const recordNames: Record<RecordRow['kind'], string> = {
  start: 'Start',
  extension: 'More time',
  incident: 'Time for an incident',
  stop: 'Clock paused',
  resume: 'Clock resumed',
  reset: 'New environment',
  delay: 'Late environment',
  end: 'End',
  points: 'Result',
  extra_points: 'Extra points decided',
  regrade: 'Points corrected',
  restored: 'Attempt restored',
  reschedule: 'Date changed by us',
  conduct: 'Conduct case decided',
  address: 'Allowed address changed',
  void: 'Cancelled',
  ready: 'Environment ready',
  check_in: 'Checked in',
  solved: 'Flag solved',
  extra_points_sent: 'Pull request sent',
  case_opened: 'Conduct case opened',
  case_answered: 'Conduct case answered',
}

/**
 * Label of a row, used on the page and in the PDF. A clock that is already stopped may be stopped for another reason too, such as an incident; it
 * resumes after the last of them ends.
 */
export function recordName(rows: readonly Pick<RecordRow, 'kind'>[], index: number): string {
  const kind = rows[index]?.kind
  if (!kind) return ''
  const before = rows.slice(0, index).findLast((row) => TURNING.has(row.kind))
  return kind === 'stop' && before?.kind === 'stop' ? 'Also stopped for this' : recordNames[kind]
}

/** Rows after which the clock starts or stops. */
const TURNING = new Set<RecordRow['kind']>(['start', 'stop', 'resume', 'restored', 'reschedule'])

/** Explains how to derive the end time from the rows. */
export const HOW_TO_CHECK =
  'To compute the end, take the last start and add its duration, each “More time” and “Time for an incident” after it, and the time that the clock was paused before each “Clock resumed”. No other row changes it.'

/** `03 Nov 2026, 09:00:05`, in the given zone. */
export const recordMoment = (at: string, timeZone: string): string =>
  zonedFormat(timeZone, {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at))

/** `+4:00:00`: time that a row adds. Empty if it adds none. */
export function timeGiven({ kind, seconds }: Pick<RecordRow, 'kind' | 'seconds'>): string {
  if (!GIVING.has(kind)) return ''
  const pad = (part: number) => String(part).padStart(2, '0')
  return `+${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
}

const GIVING = new Set<RecordRow['kind']>(['start', 'extension', 'incident', 'resume'])
const ADDING = new Set<RecordRow['kind']>(['solved', 'regrade', 'extra_points'])

/** `+30 points`, or `70 points` for a total. */
export function pointsGiven({ kind, points }: Pick<RecordRow, 'kind' | 'points'>): string {
  if (points === null) return ''
  const sign = ADDING.has(kind) && points > 0 ? '+' : ''
  return `${sign}${String(points).replace('-', '−')} ${Math.abs(points) === 1 ? 'point' : 'points'}`
}

/** `Solved`, `Credited: faulty flag`, or `Open`. */
export const flagStanding = ({
  solved_at,
  credited_at,
}: Pick<AttemptRecord['flags'][number], 'solved_at' | 'credited_at'>): string =>
  solved_at ? 'Solved' : credited_at ? 'Credited: faulty flag' : 'Not solved'

import type { ResultChange, UserAttempt, UserExam } from '@flagyard/api-types'
import { zonedFormat } from '@flagyard/api-types/contract/time-zone'
import { pointsGiven } from '@flagyard/api-types/exam-attempts/attempt-record'
import { countOf, formatMinutes } from '../../lib/format.ts'

/** States in which an attempt has points. An exam that was not taken has none, not even zero. */
const withPoints = new Set<UserExam['state']>(['active', 'provisional', 'passed', 'failed', 'disqualified'])

/** `105 points, 70 to pass` */
export function pointsOf({
  state,
  points,
  extra_points,
  passing_points,
}: Pick<UserExam, 'state' | 'points' | 'extra_points' | 'passing_points'>): string {
  return withPoints.has(state) ? `${countOf(points + extra_points, 'point')}, ${passing_points} to pass` : '—'
}

/** `12 Mar 2027, 09:00 CET`. Includes the time zone, because the candidate may be in another one. */
export const formatIn = (timeZone: string, at: string): string =>
  zonedFormat(timeZone, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at))

export const myTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Booking time in the candidate's time zone, and in the administrator's if it differs. */
export function bookingOf({ scheduled_at, time_zone }: Pick<UserAttempt, 'scheduled_at' | 'time_zone'>): string {
  if (!scheduled_at) return 'no date'
  const mine = formatIn(myTimeZone(), scheduled_at)
  if (!time_zone || time_zone === myTimeZone()) return mine
  return `${formatIn(time_zone, scheduled_at)} (${time_zone}) · ${mine} for you`
}

/** Effect of a ledger row on time or points. */
export function effectOf({
  kind,
  seconds,
  points,
}: Pick<UserAttempt['ledger'][number], 'kind' | 'seconds' | 'points'>): string {
  const parts = [seconds > 0 && formatMinutes(Math.round(seconds / 60)), points !== 0 && pointsGiven({ kind, points })]
  return parts.filter(Boolean).join(' · ') || '—'
}

/** `30 → 55 points, passes with it: a certificate is issued`. */
export function changeOf({
  state_before,
  state,
  points_before,
  points,
  passing_points,
  certificate,
}: ResultChange): string {
  const sum = `${points_before} → ${points} points, ${passing_points} to pass`
  if (state === state_before) return sum
  if (state === 'failed') return `${sum}: the result is final, and failed`
  return `${sum}: passes${certificate ? ', and the certificate is issued' : ''}`
}

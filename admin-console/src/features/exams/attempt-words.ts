import type { UserAttempt, UserExam } from '@flagyard/api-types'
import { formatMinutes } from '../../lib/format.ts'

export const pointsOf = ({
  points,
  extra_points,
  passing_points,
}: Pick<UserExam, 'points' | 'extra_points' | 'passing_points'>) =>
  `${points + extra_points} of ${passing_points} to pass`

/** `12 Mar 2027, 09:00 CET`: a moment with its zone, since the candidate may be in another one. */
export const formatIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(at))

export const myTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A booking as its candidate says it, and as I do where that differs. */
export function bookingOf({ scheduled_at, time_zone }: Pick<UserAttempt, 'scheduled_at' | 'time_zone'>): string {
  if (!scheduled_at) return 'no date'
  const mine = formatIn(myTimeZone(), scheduled_at)
  if (!time_zone || time_zone === myTimeZone()) return mine
  return `${formatIn(time_zone, scheduled_at)} (${time_zone}) · ${mine} for you`
}

/** What a row of the ledger did to the time or the points. */
export function effectOf({ seconds, points }: UserAttempt['ledger'][number]): string {
  const parts = [
    seconds > 0 && formatMinutes(Math.round(seconds / 60)),
    points > 0 && `${points} ${points === 1 ? 'point' : 'points'}`,
  ]
  return parts.filter(Boolean).join(' · ') || '—'
}

export const ledgerNames: Record<UserAttempt['ledger'][number]['kind'], string> = {
  start: 'Start',
  extension: 'More time',
  incident: 'Time for an incident',
  stop: 'Clock stopped',
  resume: 'Clock goes on',
  reset: 'New environment',
  delay: 'We were late',
  end: 'End',
  points: 'Points',
  regrade: 'Regraded',
  restored: 'Given back',
  reschedule: 'Moved',
  conduct: 'Conduct',
  void: 'Void',
}

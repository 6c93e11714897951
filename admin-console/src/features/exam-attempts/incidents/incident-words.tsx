import type { BulkActionName, ExamIncident, IncidentCandidate, IncidentEffect } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { cloudNames, formatMinutes, formatMoment } from '../../../lib/format.ts'

const looks = { planned: ['info', 'Planned'], open: ['warn', 'Open'], ended: ['neutral', 'Ended'] } as const

export function IncidentState({ state }: Pick<ExamIncident, 'state'>) {
  const [tone, label] = looks[state]
  return <Chip tone={tone}>{label}</Chip>
}

/** Scope of an incident: `AWS · eu-west-1`. */
export function scopeOf({ cloud, region, exam_title }: Pick<ExamIncident, 'cloud' | 'region' | 'exam_title'>): string {
  return [cloud && cloudNames[cloud], region, exam_title].filter(Boolean).join(' · ') || 'All exams'
}

export function timesOf({ from_at, until_at }: Pick<ExamIncident, 'from_at' | 'until_at'>): string {
  return `from ${formatMoment(from_at)}${until_at ? ` until ${formatMoment(until_at)}` : ', end unknown'}`
}

const minutesOf = (seconds: number) => formatMinutes(Math.floor(seconds / 60))

/** State of a clock: `runs until 12:40, 2 h left`. */
export function clockOf({
  state,
  stopped_at,
  ends_at,
  seconds_left,
}: {
  state: IncidentCandidate['state']
  stopped_at: string | null
  ends_at: string | null
  seconds_left: number
}): string {
  if (state !== 'active') return '—'
  if (stopped_at) return `paused, ${minutesOf(seconds_left)} left`
  return ends_at ? `runs until ${formatMoment(ends_at)}, ${minutesOf(seconds_left)} left` : '—'
}

/** Effect of an action on one candidate. */
export function outcomeOf(effect: IncidentEffect): string {
  const after = {
    state: effect.state_after,
    stopped_at: effect.clock_stopped_at_after,
    ends_at: effect.ends_at_after,
    seconds_left: effect.seconds_left_after,
  }
  if (effect.state_after === 'purchased') return 'Postponed: does not count, must be booked again'
  const clock = `Clock ${clockOf(after)}`
  if (effect.still) return `${clock}. ${effect.still}.`
  if (effect.minutes === null) return clock
  return `${formatMinutes(effect.minutes)} more${effect.bounded ? ' (the maximum)' : ''}. ${clock}`
}

/** State before the action. */
export const stateBefore = ({
  clock_stopped_at,
  ends_at,
  seconds_left,
  state,
  scheduled_at,
}: IncidentEffect): string =>
  state === 'active'
    ? `Clock ${clockOf({ state, stopped_at: clock_stopped_at, ends_at, seconds_left })}`
    : scheduled_at
      ? `Booked for ${formatMoment(scheduled_at)}`
      : 'No date'

/** Time lost or gained by one candidate through the incident, for support. */
export function timeChangesOf({ late_seconds, stood_seconds, extended_seconds }: IncidentCandidate): string {
  const parts = [
    late_seconds > 0 && `ready ${minutesOf(late_seconds)} late`,
    stood_seconds > 0 && `paused ${minutesOf(stood_seconds)}`,
    extended_seconds > 0 && `extended ${minutesOf(extended_seconds)}`,
  ]
  return parts.filter(Boolean).join(' · ') || '—'
}

export const environmentNames: Record<IncidentCandidate['environment'], string> = {
  none: 'none',
  building: 'building',
  running: 'running',
  failed: 'build failed',
}

export const incidentActions = [
  'incidents.stop',
  'incidents.write',
  'incidents.extend',
  'incidents.resume',
  'incidents.rebuild',
  'incidents.postpone',
] as const satisfies BulkActionName[]
export type IncidentActionName = (typeof incidentActions)[number]

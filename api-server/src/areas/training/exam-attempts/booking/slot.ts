import { zoneName } from '@flagyard/ui/time-zones'
import { Temporal } from 'temporal-polyfill'
import { invalidField } from '../../../../errors.ts'

interface LocalHour {
  date: string
  hour: number
  time_zone: string
  /** Which of the two hours is meant when clocks are set back. */
  occurrence?: 'earlier' | 'later' | undefined
}

/** Moment of a date and hour in a time zone. Rejects an hour that clocks skip, and asks which one is meant if the hour occurs twice. */
export function momentOf({ date, hour, time_zone, occurrence }: LocalHour): Date {
  const local = Temporal.PlainDate.from(date).toPlainDateTime({ hour })
  const earlier = local.toZonedDateTime(time_zone, { disambiguation: 'earlier' })
  const later = local.toZonedDateTime(time_zone, { disambiguation: 'later' })
  if (!earlier.toPlainDateTime().equals(local))
    throw invalidField('hour', `Clocks skip this hour on ${date} in ${time_zone}. Please choose another one`)
  if (earlier.equals(later) || occurrence === 'earlier') return new Date(earlier.epochMilliseconds)
  if (occurrence === 'later') return new Date(later.epochMilliseconds)
  throw invalidField(
    'occurrence',
    `Clocks are set back on ${date} in ${time_zone}, so there are two hours of this name. Please say whether you mean the earlier or the later one`,
  )
}

interface DayHours {
  hours: { hour: number; occurrence: 'earlier' | 'later' | null; at: Date }[]
  /** Hours that clocks skip on this day. */
  skipped: number[]
}

export function hoursOfDay(date: Temporal.PlainDate, time_zone: string): DayHours {
  const start = date.toZonedDateTime(time_zone)
  const day: DayHours = { hours: [], skipped: [] }
  const isPlain = start.hoursInDay === 24 && start.hour === 0
  for (let hour = 0; hour < 24; hour++) {
    if (isPlain) {
      day.hours.push({ hour, occurrence: null, at: new Date(start.epochMilliseconds + hour * 3_600_000) })
      continue
    }
    const local = date.toPlainDateTime({ hour })
    const moments = (['earlier', 'later'] as const).map((occurrence) => {
      const moment = local.toZonedDateTime(time_zone, { disambiguation: occurrence })
      return { occurrence, moment, at: new Date(moment.epochMilliseconds) }
    })
    const [earlier, later] = moments
    if (!earlier?.moment.toPlainDateTime().equals(local)) day.skipped.push(hour)
    else if (later && later.at > earlier.at)
      day.hours.push(...moments.map(({ occurrence, at }) => ({ hour, occurrence, at })))
    else day.hours.push({ hour, occurrence: null, at: earlier.at })
  }
  return day
}

/** A moment in local time: “Tuesday, 3 November 2026 at 09:00 (Europe/Berlin, UTC+1)”. */
export function describeMoment(moment: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }).format(moment)
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(moment)
  return `${day} at ${time} (${zoneName(timeZone, moment.toISOString())})`
}

export interface Span {
  from: Date
  until: Date
}

export interface OpenSpan {
  from: Date | null
  until: Date | null
}

interface Days {
  from?: string | undefined
  until?: string | undefined
  time_zone: string
}

/** Start of the first day and end of the last, in the time zone; null for an open end. */
export const spanOfDays = ({ from, until, time_zone }: Days): OpenSpan => ({
  from: from === undefined ? null : startOf(Temporal.PlainDate.from(from), time_zone),
  until: until === undefined ? null : startOf(Temporal.PlainDate.from(until).add({ days: 1 }), time_zone),
})

/** Start of a local day. In zones that change clocks at midnight, the day starts at 01:00. */
export function startOf(date: Temporal.PlainDate, time_zone: string): Date {
  const [first] = hoursOfDay(date, time_zone).hours
  if (!first) throw new Error(`There are no hours on ${date} in ${time_zone}`)
  return first.at
}

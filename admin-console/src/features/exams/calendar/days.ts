import type { ExamCapacity } from '@flagyard/api-types'

export type CalendarView = 'week' | 'month'
export type Day = ExamCapacity['days'][number]
export type Hour = Day['hours'][number]

const DAY = 86_400_000

/** `2026-11-30` is seven days after `2026-11-23`: a date has no zone. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** The date that it is now in a zone. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(new Date())

/** The days that a view shows around a date: a week from its Monday, or a month. */
export function spanAround(date: string, view: CalendarView): { from: string; days: number } {
  if (view === 'week') return { from: addDays(date, -((new Date(date).getUTCDay() + 6) % 7)), days: 7 }
  const [year = 0, month = 1] = date.split('-').map(Number)
  return { from: `${date.slice(0, 7)}-01`, days: new Date(Date.UTC(year, month, 0)).getUTCDate() }
}

/** A date in the span before or after. */
export function moved(date: string, view: CalendarView, by: 1 | -1): string {
  const { from, days } = spanAround(date, view)
  return addDays(from, by === 1 ? days : -1)
}

const format = (options: Intl.DateTimeFormatOptions) => (date: string) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(date))

/** `Mon 23 Nov` */
export const shortDay = format({ weekday: 'short', day: 'numeric', month: 'short' })
/** `Monday, 23 November 2026` */
export const longDay = format({ dateStyle: 'full' })
/** `November 2026` */
export const monthName = format({ month: 'long', year: 'numeric' })

/** `09:00`; of an hour that there is twice, which it is. */
export const hourName = ({ hour, occurrence }: Pick<Hour, 'hour' | 'occurrence'>): string =>
  `${String(hour).padStart(2, '0')}:00${occurrence ? ` (${occurrence})` : ''}`

/** The hour of a day with the least room: what a day is judged by. */
export const fullestHour = ({ hours }: Day): Hour | undefined =>
  hours.reduce<Hour | undefined>(
    (least, hour) =>
      !least || hour.left < least.left || (hour.left === least.left && hour.booked > least.booked) ? hour : least,
    undefined,
  )

/** Hours have one row each, also where clocks change within the week. */
export function hourRows(days: readonly Day[]): { key: string; hour: number; occurrence: Hour['occurrence'] }[] {
  const rows = new Map<string, { key: string; hour: number; occurrence: Hour['occurrence'] }>()
  for (const { hours } of days)
    for (const { hour, occurrence } of hours) {
      const later = occurrence === 'later'
      const key = `${String(hour).padStart(2, '0')}${later ? ' later' : ''}`
      rows.set(key, { key, hour, occurrence: later ? 'later' : null })
    }
  return [...rows.values()].sort((a, b) => a.key.localeCompare(b.key))
}

/** The hour of a day in a row; the earlier of two stands where it stands on other days. */
export const hourOf = ({ hours }: Day, row: { hour: number; occurrence: Hour['occurrence'] }): Hour | undefined =>
  hours.find(({ hour, occurrence }) => hour === row.hour && (occurrence === 'later') === (row.occurrence === 'later'))

import type { ExamCapacity } from '@flagyard/api-types'
import { dateIn } from '@flagyard/api-types/contract/time-zone'

export type CalendarView = 'week' | 'month'
export type Day = ExamCapacity['days'][number]
export type Hour = Day['hours'][number]

const DAY = 86_400_000

/** Calendar arithmetic on dates without a time zone. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** Current date in a time zone. */
export const todayIn = (timeZone: string): string => dateIn(timeZone, Date.now())

/** Date range of a view: the week from Monday, or the month. */
export function spanAround(date: string, view: CalendarView): { from: string; days: number } {
  if (view === 'week') return { from: addDays(date, -((new Date(date).getUTCDay() + 6) % 7)), days: 7 }
  const [year = 0, month = 1] = date.split('-').map(Number)
  return { from: `${date.slice(0, 7)}-01`, days: new Date(Date.UTC(year, month, 0)).getUTCDate() }
}

/** A date in the previous or next range. */
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

/** `09:00`. An hour that occurs twice, when clocks go back, is marked as earlier or later. */
export const hourName = ({ hour, occurrence }: Pick<Hour, 'hour' | 'occurrence'>): string =>
  `${String(hour).padStart(2, '0')}:00${occurrence ? ` (${occurrence})` : ''}`

/** Hour with the least capacity left; it represents the day. */
export const fullestHour = ({ hours }: Day): Hour | undefined =>
  hours.reduce<Hour | undefined>(
    (least, hour) =>
      !least || hour.left < least.left || (hour.left === least.left && hour.booked > least.booked) ? hour : least,
    undefined,
  )

/** One row per hour, including the repeated hour in weeks when clocks change. */
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

/** The day's hour in a row. The earlier of two equal hours uses the regular row. */
export const hourOf = ({ hours }: Day, row: { hour: number; occurrence: Hour['occurrence'] }): Hour | undefined =>
  hours.find(({ hour, occurrence }) => hour === row.hour && (occurrence === 'later') === (row.occurrence === 'later'))

/** Calendar dates as `2026-11-03`, months as `2026-11`. They have no time, so time zones do not affect them. */
const DAY = 86_400_000
const dayOf = (date: string) => new Date(`${date}T00:00:00Z`)
const written = (day: Date) => day.toISOString().slice(0, 10)

export const monthOf = (date: string): string => date.slice(0, 7)
export const addDays = (date: string, days: number): string => written(new Date(dayOf(date).getTime() + days * DAY))

/** The same day of another month, or its last day if it is shorter. */
export function addMonths(date: string, months: number): string {
  const day = dayOf(date)
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return written(new Date(first.getTime() + (Math.min(day.getUTCDate(), last) - 1) * DAY))
}

/** Monday is 0. */
export const weekdayOf = (date: string): number => (dayOf(date).getUTCDay() + 6) % 7

/** Weeks of a month, from Monday. Days of adjacent months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const days: (string | null)[] = Array.from({ length: weekdayOf(first) }, () => null)
  for (let date = first; monthOf(date) === month; date = addDays(date, 1)) days.push(date)
  while (days.length % 7 > 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** `November 2026` */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(dayOf(`${month}-01`))

/** `Tuesday 3 November` */
export const dayName = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    dayOf(date),
  )

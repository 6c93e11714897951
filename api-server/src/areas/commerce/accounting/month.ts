import { Temporal } from 'temporal-polyfill'

/** An accounting month, such as `2026-10`, in the seller's time zone. */
export type MonthName = string

export const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

export const monthOf = (at: Date, timeZone: string): MonthName =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString().slice(0, 7)

export const startOf = (month: MonthName, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(`${month}-01`).toZonedDateTime(timeZone).epochMilliseconds)

/** End of the month, which is the start of the next. */
export const endOf = (month: MonthName, timeZone: string): Date => startOf(nextOf(month), timeZone)

export const nextOf = (month: MonthName): MonthName => Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString()

/** All months from the first to the last; newest first. */
export function monthsBetween(first: MonthName, last: MonthName): MonthName[] {
  const months: MonthName[] = []
  for (let month = first; month <= last; month = nextOf(month)) months.unshift(month)
  return months
}

/** `October 2026`. */
export const nameOf = (month: MonthName): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(startOf(month, 'UTC'))

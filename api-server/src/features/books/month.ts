/** A month of the books, such as `2026-10`, in UTC. */
export type MonthName = string

export const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

export const monthOf = (at: Date): MonthName => at.toISOString().slice(0, 7)

export const startOf = (month: MonthName): Date => new Date(`${month}-01T00:00:00Z`)

/** Its end, which is the start of the next. */
export function endOf(month: MonthName): Date {
  const end = startOf(month)
  end.setUTCMonth(end.getUTCMonth() + 1)
  return end
}

export const nextOf = (month: MonthName): MonthName => monthOf(endOf(month))

/** All months from the first to the last, the newest first. */
export function monthsBetween(first: MonthName, last: MonthName): MonthName[] {
  const months: MonthName[] = []
  for (let month = first; month <= last; month = nextOf(month)) months.unshift(month)
  return months
}

/** `October 2026`. */
export const nameOf = (month: MonthName): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(startOf(month))

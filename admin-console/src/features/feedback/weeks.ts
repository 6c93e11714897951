import { formatDay } from '../../lib/format.ts'

const WEEK_MS = 7 * 86_400_000

/** `2 Nov 2026`, in any time zone: a date has no time zone. */
export const formatMonday = (monday: string) => formatDay(`${monday}T12:00`)

/** All Mondays from the first to the last, including weeks without responses. */
export function mondaysBetween(first: string, last: string): string[] {
  const weeks = Math.round((Date.parse(last) - Date.parse(first)) / WEEK_MS)
  return Array.from({ length: weeks + 1 }, (_, at) =>
    new Date(Date.parse(first) + at * WEEK_MS).toISOString().slice(0, 10),
  )
}

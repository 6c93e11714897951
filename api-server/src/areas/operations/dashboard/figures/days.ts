const DAY_MS = 86_400_000

/** A span of UTC days, including both ends. */
export interface Span {
  from: string
  until: string
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number): string => dayOf(new Date(startOf(day).getTime() + days * DAY_MS))

export const daysBetween = (from: string, until: string): number =>
  Math.round((startOf(until).getTime() - startOf(from).getTime()) / DAY_MS)

export const lengthOf = ({ from, until }: Span): number => daysBetween(from, until) + 1

export const listDays = (span: Span): string[] =>
  Array.from({ length: Math.max(0, lengthOf(span)) }, (_, at) => addDays(span.from, at))

export const isWithin = (day: string, { from, until }: Span): boolean => from <= day && day <= until

export const isMonday = (day: string): boolean => startOf(day).getUTCDay() === 1

export const spanBefore = (span: Span): Span => ({
  from: addDays(span.from, -lengthOf(span)),
  until: addDays(span.from, -1),
})

type Step = 'day' | 'week' | 'month'

/** Step size that gives a chart of about thirty points at most. */
export function stepOf(span: Span): Step {
  if (lengthOf(span) <= 31) return 'day'
  return lengthOf(span) <= 200 ? 'week' : 'month'
}

const beginnings: Record<Step, (day: string) => boolean> = {
  day: () => true,
  week: isMonday,
  month: (day) => day.endsWith('-01'),
}

/** Splits a span into weeks or months. The first and last may be partial. */
export function periodsOf(span: Span, step: Step): Span[] {
  const firsts = listDays(span).filter((day) => day === span.from || beginnings[step](day))
  return firsts.map((from, at) => {
    const next = firsts[at + 1]
    return { from, until: next ? addDays(next, -1) : span.until }
  })
}

/** Ratio between the limits of consecutive duration buckets. Values computed from buckets are off by at most 2.5 %, for durations of a second or more. */
export const BASE = 1.05

export type Buckets = Record<string, number>

/** Duration in seconds at this percentile, such as 0.95; null without durations. */
export function percentile(buckets: Buckets, share: number): number | null {
  const counts = Object.entries(buckets)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b)
  let left = Math.max(1, Math.ceil(share * sizeOf(buckets)))
  for (const [bucket, count] of counts) {
    left -= count
    if (left <= 0) return BASE ** (bucket - 0.5)
  }
  return null
}

export const sizeOf = (buckets: Buckets): number => Object.values(buckets).reduce((sum, count) => sum + count, 0)

export function addKeys(parts: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const part of parts) for (const [key, count] of Object.entries(part)) sum[key] = (sum[key] ?? 0) + count
  return sum
}

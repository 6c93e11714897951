export interface WeeklyScore {
  week: string
  value: string | null
  count: number
}

/** Minimum number of answers for the first published mean, and for each update of it. */
const LEAST = 5

/**
 * Mean of the scores that may be published. Adds up whole weeks, earliest first, and updates the published mean only when enough new
 * answers have accumulated. Two published means therefore differ by no answers or by a large group of answers (docs/decisions/0049).
 * All weeks must be over.
 */
export function publicMean(rows: readonly WeeklyScore[], threshold: number): { mean: number; answers: number } | null {
  const least = Math.max(LEAST, threshold)
  const published = { sum: 0, answers: 0 }
  const waiting = { sum: 0, answers: 0 }
  const weeks = Map.groupBy(rows, ({ week }) => week)
  for (const week of [...weeks.keys()].sort()) {
    for (const { value, count } of weeks.get(week) ?? []) {
      waiting.sum += Number(value) * count
      waiting.answers += count
    }
    if (waiting.answers < least) continue
    published.sum += waiting.sum
    published.answers += waiting.answers
    Object.assign(waiting, { sum: 0, answers: 0 })
  }
  return published.answers === 0 ? null : { mean: published.sum / published.answers, answers: published.answers }
}

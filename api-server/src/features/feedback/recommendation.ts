/** How often a score was given in a week. */
export interface WeeklyScore {
  week: string
  value: string | null
  count: number
}

/** Fewer than this many answers are never published, nor do fewer ever change what is. */
const LEAST = 5

/**
 * The mean of the scores that may be published. Whole weeks are added up, the earliest first, and what they add up to is taken over each time
 * that enough new answers have come. So what two looks differ by is nobody, or a crowd (docs/decisions/0049). The weeks must be over.
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

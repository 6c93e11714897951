import { courseReviews } from '@flagyard/api-types/schemas'
import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { type CachedResponse, toCachedResponse } from '../../../http/cached-response.ts'
import { findVisible } from '../../catalogue/courses/index.ts'
import { mondayOf } from './figures.ts'
import { listNewestQuotes, listQuotes, listRecommendations } from './quote-queries.ts'

/** Public reviews by the latest version of the form with enough answers. Cached until the next week, as only whole weeks count. */
export async function readReviews(deps: Pick<Deps, 'db' | 'listen' | 'clock'>, slug: string): Promise<CachedResponse> {
  const thisWeek = mondayOf(deps.clock.now())
  return cacheUntilInvalidated(deps, `reviews ${slug} ${thisWeek}`, async () => {
    await findVisible(deps.db, slug, null)
    const scores = await listRecommendations(deps.db, slug, thisWeek)
    const byQuestion = Map.groupBy(scores, ({ version_id, question_id }) => `${version_id} ${question_id}`)
    const figures = [...byQuestion.values()].map((rows) => publicMean(rows, rows[0]?.anonymity_threshold ?? 0))
    const quotes = await listQuotes(deps.db, slug)
    return toCachedResponse(
      courseReviews.parse({
        recommendation: figures.find((figure) => figure !== null) ?? null,
        quotes: quotes.map(({ quote_as, full_name, ...quote }) => ({ ...quote, name: nameOf(full_name, quote_as) })),
      }),
    )
  })
}

/** Latest quotes of all courses, with the names that their authors agreed to. */
export const readNewestQuotes = async (db: Db, limit: number) =>
  (await listNewestQuotes(db, limit)).map(({ quote_as, full_name, ...quote }) => ({
    ...quote,
    name: nameOf(full_name, quote_as),
  }))

/** `Ada Brandt`, `A. B.`, or null. */
function nameOf(fullName: string, as: 'full_name' | 'initials' | 'learner'): string | null {
  const name = fullName.trim()
  if (as === 'learner' || name === '') return null
  if (as === 'full_name') return name
  const words = name.split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => `${[...(word ?? '')][0]}.`).join(' ')
}

export interface WeeklyScore {
  week: string
  value: string | null
  count: number
}

/** Minimum number of answers for the first published mean, and for each update of it. */
const MIN_ANSWERS = 5

/**
 * Mean of the scores that may be published. Adds up whole weeks, earliest first, and updates the published mean only when enough new
 * answers have accumulated. Two published means therefore differ by no answers or by a large group of answers (docs/decisions/0049).
 * All weeks must be over.
 */
export function publicMean(rows: readonly WeeklyScore[], threshold: number): { mean: number; answers: number } | null {
  const least = Math.max(MIN_ANSWERS, threshold)
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

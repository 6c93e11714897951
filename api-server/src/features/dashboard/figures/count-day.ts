import type { Db } from '../../../db/open.ts'
import type { DayFigures } from '../../../db/schema/index.ts'
import { addKeys } from './buckets.ts'
import * as queries from './count-queries.ts'
import { isMonday } from './days.ts'

/** Everything that happened on a day, from the rows as they are now. */
export async function countDay(db: Db, day: string): Promise<DayFigures> {
  const [moments, learners, revenue, waits, labs_peak, recommendations] = await Promise.all([
    queries.countMoments(db, day),
    queries.countLearners(db, day),
    queries.sumRevenue(db, day),
    queries.countWaits(db, day),
    queries.findPeak(db, day),
    isMonday(day) ? queries.countRecommendations(db, day) : [],
  ])
  const recommended = (from: number, to: number) =>
    sum(recommendations.filter(({ value }) => from <= value && value <= to).map(({ count }) => count))
  return {
    ...moments,
    learners,
    revenue,
    labs_started: sum(waits.map(({ count }) => count)),
    labs_peak,
    ready: bucketsOf(waits, 'ready'),
    wait: bucketsOf(waits, 'wait'),
    recommending: recommended(9, 10),
    indifferent: recommended(7, 8),
    dissuading: recommended(0, 6),
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

type Waits = Awaited<ReturnType<typeof queries.countWaits>>

/** Labs whose building left no time are in no bucket. */
const bucketsOf = (waits: Waits, what: 'ready' | 'wait') =>
  addKeys(waits.flatMap(({ [what]: bucket, count }) => (bucket === null ? [] : [{ [bucket]: count }])))

import type { Db } from '../../../../db/open.ts'
import type { DayFigures } from '../../../../db/schema/index.ts'
import * as queries from './count-queries.ts'
import { addKeys, isMonday } from './days.ts'

/** Figures of a day, from the current rows. Queries run one after the other, so that on the embedded database other work can run in between. */
export async function countDay(db: Db, day: string): Promise<DayFigures> {
  const moments = await queries.countMoments(db, day)
  const revenue = await queries.sumRevenue(db, day)
  const waits = await queries.countWaits(db, day)
  const labs_peak = await queries.findPeak(db, day)
  const recommendations = isMonday(day) ? await queries.countRecommendations(db, day) : []
  const learners: Record<string, number>[] = []
  for (const ids of queries.partsOfIds) learners.push(await queries.countLearners(db, day, ids))
  const recommended = (from: number, to: number) =>
    sum(recommendations.filter(({ value }) => from <= value && value <= to).map(({ count }) => count))
  return {
    ...moments,
    learners: addKeys(learners),
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

/** Deployments without a recorded build start have no bucket. */
const bucketsOf = (waits: Waits, what: 'ready' | 'wait') =>
  addKeys(waits.flatMap(({ [what]: bucket, count }) => (bucket === null ? [] : [{ [bucket]: count }])))

import type { Figures } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { MAX_FIGURE_DAYS } from '@flagyard/api-types/schemas'
import type { Db } from '../../../../db/open.ts'
import type { DayFigures } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import { invalidField } from '../../../../errors.ts'
import { addUp, type Day } from './add-up.ts'
import * as queries from './count-queries.ts'
import { findFirstDay, listStoredDays } from './count-queries.ts'
import {
  addDays,
  addKeys,
  dayOf,
  isMonday,
  isWithin,
  lengthOf,
  listDays,
  periodsOf,
  type Span,
  spanBefore,
  stepOf,
} from './days.ts'

/** Figures of a span of UTC days. Past days are stored; today is counted on the fly. */
export async function readFigures(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  query: Output<'figuresQuery'>,
): Promise<Figures> {
  const today = dayOf(clock.now())
  const span = spanOf(query, today)
  const before = spanBefore(span)
  const both = { from: before.from, until: span.until }
  const [days, first] = await Promise.all([listDaysOf(db, both, today), findFirstDay(db)])
  const there = new Set(days.map(({ day }) => day))
  const step = stepOf(span)
  const periods = periodsOf(span, step)
  return {
    ...span,
    before,
    step,
    periods,
    uncounted: first === undefined ? 0 : listDays(both).filter((day) => day >= first && !there.has(day)).length,
    figures: addUp(days, { span, before: first !== undefined && first <= before.from ? before : null, periods }),
  }
}

/** Yesterday is also counted on the fly until the job has stored it. */
async function listDaysOf(db: Db, span: Span, today: string): Promise<Day[]> {
  const stored = (await listStoredDays(db, span)).filter(({ day }) => day < today)
  const live = [addDays(today, -1), today].filter(
    (day) => isWithin(day, span) && !stored.some((one) => one.day === day),
  )
  const counted = await Promise.all(live.map(async (day) => ({ day, figures: await countDay(db, day) })))
  return [...stored, ...counted]
}

const DEFAULT_DAYS = 30

/** Clamps the span to today in UTC, even if it is already tomorrow for the caller. */
function spanOf({ days, from, until }: Output<'figuresQuery'>, today: string): Span {
  const last = until === undefined || until > today ? today : until
  const span = { from: from ?? addDays(last, 1 - Number(days ?? DEFAULT_DAYS)), until: last }
  if (lengthOf(span) < 1) throw invalidField('from', 'Choose a first day on or before the last one')
  if (lengthOf(span) > MAX_FIGURE_DAYS) throw invalidField('from', `Choose at most ${MAX_FIGURE_DAYS} days`)
  return span
}

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

import type { Figures } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { MAX_FIGURE_DAYS } from '@flagyard/api-types/schemas'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { invalidField } from '../../../../errors.ts'
import { addUp, type Day } from './add-up.ts'
import { countDay } from './count-day.ts'
import { findFirstDay, listKeptDays } from './count-queries.ts'
import { addDays, dayOf, isWithin, lengthOf, listDays, periodsOf, type Span, spanBefore, stepOf } from './days.ts'

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
    figures: addUp(days, {
      span,
      before: first !== undefined && first <= before.from ? before : null,
      periods,
    }),
  }
}

/** Yesterday is also counted on the fly until the job has stored it. */
async function listDaysOf(db: Db, span: Span, today: string): Promise<Day[]> {
  const kept = (await listKeptDays(db, span)).filter(({ day }) => day < today)
  const live = [addDays(today, -1), today].filter((day) => isWithin(day, span) && !kept.some((one) => one.day === day))
  const counted = await Promise.all(live.map(async (day) => ({ day, figures: await countDay(db, day) })))
  return [...kept, ...counted]
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

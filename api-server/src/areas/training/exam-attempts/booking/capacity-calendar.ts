import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { cloud as cloudSchema } from '@flagyard/api-types/schemas'
import { Temporal } from 'temporal-polyfill'
import type { Db } from '../../../../db/open.ts'
import type { CloudName } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { readCapacity } from '../../../clouds/deployments/index.ts'
import { listBookedSpans, listSittings } from '../queries.ts'
import { earliest, readSituation, refusal, termsOf } from './booking.ts'
import { spanOf } from './reserve.ts'
import { hoursOfDay, type Span, startOf } from './slot.ts'

const HOUR = 3_600_000

/** Booked and remaining capacity for each hour in the caller's time zone, by the rule for bookings. */
export async function readExamCapacity(
  db: Db,
  named: string,
  { from, days, time_zone, exam: slug }: Output<'examCapacityQuery'>,
): Promise<Accepted<'examCapacity'>> {
  const cloud = cloudNamed(named)
  const dates = Array.from({ length: days }, (_, index) => Temporal.PlainDate.from(from).add({ days: index }))
  const plan = dates.map((date) => ({ date: date.toString(), hours: hoursOfDay(date, time_zone).hours }))
  const exam = slug === undefined ? null : await findExam(db, { slug })
  const capacity = await readCapacity(db, cloud)
  const mine = exam ? await listBookedSpans(db, cloud, exam.id) : []
  return {
    accounts: capacity.accounts,
    now: capacity.now,
    days: plan.map(({ date, hours }) => ({
      date,
      hours: hours.map(({ at, ...hour }) => {
        const span = { from: at, until: new Date(at.getTime() + HOUR) }
        const { exams, labs, spares, left } = capacity.busiestMoment(span)
        return { ...hour, at, booked: exams, mine: maxConcurrent(mine, span), labs, spares, left }
      }),
    })),
  }
}

/** Candidates who need an account of the cloud on a day in the caller's time zone. */
export async function listExamSittings(db: Db, named: string, { date, time_zone }: Output<'examSittingsQuery'>) {
  const cloud = cloudNamed(named)
  const day = Temporal.PlainDate.from(date)
  return listSittings(db, cloud, { from: startOf(day, time_zone), until: startOf(day.add({ days: 1 }), time_zone) })
}

/** Maximum number of bookings at any moment of the span. It is reached when one of them starts, or when the span does. */
function maxConcurrent(bookings: readonly Span[], { from, until }: Span): number {
  const within = bookings.filter((one) => one.from < until && one.until > from)
  const countAt = (at: Date) => within.filter((one) => one.from <= at && one.until > at).length
  return Math.max(0, ...within.map((one) => countAt(one.from > from ? one.from : from)))
}

function cloudNamed(named: string): CloudName {
  const parsed = cloudSchema.safeParse(named)
  if (!parsed.success) throw new ApiError('not_found', `There is no provider called ${named}.`)
  return parsed.data
}

/** Hours of a month that the learner can book or move their booking to. Nothing is reserved: booking fails if the hour has been taken meanwhile. */
export async function listExamHours(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  slug: string,
  { month, time_zone }: Output<'examHoursQuery'>,
): Promise<Accepted<'examDay'>[]> {
  const exam = await findExam(db, { slug })
  const { access, attempts, now, answer } = await readSituation(db, user.id, exam)
  const booked = attempts.find(({ state }) => state === 'scheduled')
  if (!access.granted || (answer.reasons[0] && !booked)) throw refusal(answer)
  const terms = await termsOf(db, exam, user.id)
  const capacity = await readCapacity(db, exam.cloud, booked?.id)
  const first = earliest(now)
  const isFree = ({ at }: { at: Date }) =>
    at >= first &&
    !(access.ends_at && at >= access.ends_at) &&
    at.getTime() !== booked?.scheduled_at?.getTime() &&
    capacity.hasRoomForExam(spanOf(at, terms))
  const { year, month: number, daysInMonth } = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: daysInMonth }, (_, index) => {
    const date = Temporal.PlainDate.from({ year, month: number, day: index + 1 })
    const { hours, skipped } = hoursOfDay(date, time_zone)
    return { date: date.toString(), hours: hours.filter(isFree), skipped }
  })
}

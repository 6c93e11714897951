import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { Temporal } from 'temporal-polyfill'
import type { Deps } from '../../../../deps.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findExamBySlug } from '../../../catalogue/exams/index.ts'
import { listOccupancy, roomFor } from '../../../clouds/deployments/index.ts'
import { earliest, readSituation, refusal, termsOf } from './booking.ts'
import { spanOf } from './reserve.ts'
import { hoursOfDay } from './slot.ts'

/** Hours of a month that the learner can book or move their booking to. Nothing is reserved: booking fails if the hour has been taken meanwhile. */
export async function listExamHours(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  slug: string,
  { month, time_zone }: Output<'examHoursQuery'>,
): Promise<Accepted<'examDay'>[]> {
  const exam = await findExamBySlug(db, slug)
  const { access, attempts, now, answer } = await readSituation(db, user.id, exam)
  const booked = attempts.find(({ state }) => state === 'scheduled')
  if (!access.granted || (answer.reasons[0] && !booked)) throw refusal(answer)
  const terms = await termsOf(db, exam, user.id)
  const occupancy = await listOccupancy(db, exam.cloud, booked?.id)
  const first = earliest(now)
  const isFree = ({ at }: { at: Date }) =>
    at >= first &&
    !(access.ends_at && at >= access.ends_at) &&
    at.getTime() !== booked?.scheduled_at?.getTime() &&
    roomFor(occupancy, spanOf(at, terms), 'booking')
  const { year, month: number, daysInMonth } = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: daysInMonth }, (_, index) => {
    const date = Temporal.PlainDate.from({ year, month: number, day: index + 1 })
    const { hours, skipped } = hoursOfDay(date, time_zone)
    return { date: date.toString(), hours: hours.filter(isFree), skipped }
  })
}

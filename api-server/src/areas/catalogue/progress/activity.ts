import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { listActiveQuarters } from './list-queries.ts'

const DAYS = 28
const DAY_MS = 86_400_000

/** What the learner finished on each of the last days, in their time zone. */
export async function readMyActivity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, time_zone }: Pick<CurrentUser, 'id' | 'time_zone'>,
): Promise<Output<'myActivity'>> {
  const now = clock.now()
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' })
  const today = Date.parse(dayOf.format(now))
  const days = Array.from({ length: DAYS }, (_, n) => ({
    day: new Date(today - (DAYS - 1 - n) * DAY_MS).toISOString().slice(0, 10),
    lessons: 0,
    flags: 0,
  }))
  const byDay = new Map(days.map((day) => [day.day, day]))
  // Reads one extra day, because the first day may start earlier in the learner's time zone.
  for (const { at, lessons, flags } of await listActiveQuarters(
    db,
    id,
    new Date(now.getTime() - (DAYS + 1) * DAY_MS),
  )) {
    const day = byDay.get(dayOf.format(new Date(at)))
    if (!day) continue
    day.lessons += lessons
    day.flags += flags
  }
  return { days }
}

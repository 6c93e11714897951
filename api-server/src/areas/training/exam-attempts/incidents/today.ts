import type { Accepted } from '@flagyard/api-types/contract/operation'
import { Temporal } from 'temporal-polyfill'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import { describeEnvironment } from '../attempts/environment.ts'
import { listOpenIncidents } from './incident-queries.ts'
import { countToday, listToday, type TodayRow } from './today-queries.ts'

/** Exams on this day in the administrator's time zone, with those that need attention. */
export async function readExamsToday(db: Db, time_zone: string): Promise<Accepted<'examsToday'>> {
  const now = await readNow(db)
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(time_zone).startOfDay()
  const span = { from: new Date(day.epochMilliseconds), until: new Date(day.add({ days: 1 }).epochMilliseconds) }
  const rows = await listToday(db, span)
  return {
    exams: rows.map(({ deployment, failed_builds, stopped_by_hand, ready_at, ...row }) => {
      const environment = describeEnvironment(deployment, failed_builds)
      return { ...row, environment, needs: needOf({ ...row, ready_at, stopped_by_hand, environment }, now) }
    }),
    total: await countToday(db, span),
    incidents: await listOpenIncidents(db),
  }
}

type Situation = Pick<TodayRow, 'state' | 'scheduled_at' | 'ready_at' | 'checked_in_at' | 'stopped_by_hand'> & {
  environment: ReturnType<typeof describeEnvironment>
}

/** The most urgent thing an administrator has to do for this attempt; null if there is none. */
function needOf(row: Situation, now: Date): Accepted<'examToday'>['needs'] {
  const isPast = row.scheduled_at !== null && row.scheduled_at <= now
  if (row.state === 'active') return row.stopped_by_hand ? 'resume' : row.environment === 'failed' ? 'build' : null
  if (row.state === 'scheduled') return isPast ? 'late' : null
  if (row.state !== 'preparing') return null
  if (row.environment === 'failed') return 'build'
  if (!isPast) return null
  return row.ready_at === null ? 'late' : row.checked_in_at === null ? 'candidate' : null
}

import { and, asc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { examAttempts, exams, users } from '../../../../db/schema/index.ts'
import { failedBuilds } from '../../../clouds/deployments/failed-builds-sql.ts'
import { newestDeployment } from './candidate-source.ts'

interface Span {
  from: Date
  until: Date
}

/** Maximum number of exams on the page of today's exams. */
const LIMIT = 100

/** Attempts in preparation or in progress, whenever they started, and all booked for this day. */
const isToday = ({ from, until }: Span): SQL | undefined =>
  or(
    inArray(examAttempts.state, ['preparing', 'active']),
    and(gte(examAttempts.scheduled_at, from), lt(examAttempts.scheduled_at, until)),
  )

/** A person stopped the clock after it last started or resumed, so only a person can resume it. */
const stoppedByHand = sql<boolean>`(${examAttempts.clock_stopped_at} is not null and exists (select 1 from exam_ledger l
  where l.attempt_id = ${examAttempts.id} and l.kind = 'stop' and l.actor_id is not null
    and l.position > coalesce((select max(b.position) from exam_ledger b
      where b.attempt_id = ${examAttempts.id} and b.kind in ('start', 'resume')), 0)))`

/** Exams in progress first, then by date. */
export const listToday = (db: Db, span: Span) =>
  db
    .select({
      id: examAttempts.id,
      username: users.username,
      full_name: users.full_name,
      exam: exams.slug,
      title: exams.title,
      state: examAttempts.state,
      scheduled_at: examAttempts.scheduled_at,
      checked_in_at: examAttempts.checked_in_at,
      ready_at: examAttempts.ready_at,
      active_until: examAttempts.active_until,
      clock_stopped_at: examAttempts.clock_stopped_at,
      stopped_by_hand: stoppedByHand,
      deployment: newestDeployment,
      failed_builds: failedBuilds(sql`${examAttempts.id}`),
    })
    .from(examAttempts)
    .innerJoin(users, eq(users.id, examAttempts.user_id))
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(isToday(span))
    .orderBy(sql`${examAttempts.state} not in ('preparing', 'active')`, asc(examAttempts.scheduled_at))
    .limit(LIMIT)

export type TodayRow = Awaited<ReturnType<typeof listToday>>[number]

export const countToday = (db: Db, span: Span): Promise<number> => db.$count(examAttempts, isToday(span))

import { and, asc, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { accountBookings, type CloudName, examAttempts, exams, users } from '../../../../db/schema/index.ts'
import type { Span } from '../../../clouds/deployments/index.ts'

export const listBookedSpans = (db: Db, cloud: CloudName, examId: string): Promise<Span[]> =>
  db
    .select({ from: accountBookings.from_at, until: accountBookings.until_at })
    .from(accountBookings)
    .innerJoin(examAttempts, eq(examAttempts.id, accountBookings.attempt_id))
    .where(and(eq(accountBookings.cloud, cloud), eq(examAttempts.exam_id, examId)))

/** Maximum number of exams listed per day. */
const MAX_SITTINGS = 500

export const listSittings = (db: Db, cloud: CloudName, { from, until }: Span) =>
  db
    .select({
      attempt_id: examAttempts.id,
      exam: exams.slug,
      title: exams.title,
      username: users.username,
      full_name: users.full_name,
      state: examAttempts.state,
      number: examAttempts.number,
      scheduled_at: examAttempts.scheduled_at,
      time_zone: examAttempts.time_zone,
      from_at: accountBookings.from_at,
      until_at: accountBookings.until_at,
    })
    .from(accountBookings)
    .innerJoin(examAttempts, eq(examAttempts.id, accountBookings.attempt_id))
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .innerJoin(users, eq(users.id, examAttempts.user_id))
    .where(
      and(eq(accountBookings.cloud, cloud), lt(accountBookings.from_at, until), gt(accountBookings.until_at, from)),
    )
    .orderBy(asc(examAttempts.scheduled_at), asc(users.username))
    .limit(MAX_SITTINGS)

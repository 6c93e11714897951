import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import {
  examAttempts,
  examLedger,
  examSnapshots,
  exams,
  flagSolves,
  flags,
  users,
} from '../../../../db/schema/index.ts'
import { columnsOf, hasId } from '../../../../db/sql.ts'
import { ApiError } from '../../../../errors.ts'
import { isUnderReview } from '../sql.ts'

const flagColumns = { id: flags.id, title: flags.title, points: flags.points, exam_id: flags.exam_id }

/** Flags of an exam, including archived ones. */
export const listFlagsOfExam = (db: Db, examId: string) =>
  db
    .select({ id: flags.id, title: flags.title, points: flags.points })
    .from(flags)
    .where(eq(flags.exam_id, examId))
    .orderBy(asc(flags.position), asc(flags.id))

export async function findAnyExamFlag(db: Db, id: string) {
  const [row] = await db
    .select(flagColumns)
    .from(flags)
    .where(and(hasId(flags.id, id), isNotNull(flags.exam_id)))
  if (!row?.exam_id) throw new ApiError('not_found', 'There is no such flag of an exam.')
  return { ...row, exam_id: row.exam_id }
}

/** Maximum number of attempts in a regrade, equal to the maximum number of accounts in a bulk job. */
const MAX_ATTEMPTS = 10_000

interface BrokenFlag {
  id: string
  exam_id: string
  points: number
}

/**
 * Attempts affected by a broken flag: it was part of the booked exam, they have started, are not disqualified or void, and do not have its points
 * from a solve or a regrade.
 */
export function listAffected(db: Db, flag: BrokenFlag, userId?: string) {
  const booked = sql`jsonb_path_query_first(${examSnapshots.flags}, '$[*] ? (@.id == $id)', jsonb_build_object('id', ${flag.id}::text))`
  return db
    .select({
      ...columnsOf(examAttempts, 'id', 'number', 'state'),
      ...columnsOf(users, 'username', 'full_name'),
      /** Points of the flag in the booked version, if there is one; otherwise its current points. */
      flag_points: sql<number>`coalesce((${booked} ->> 'points')::int, ${flag.points}::int)`,
      // For a running attempt, the points are not stored until it ends, so they are summed here.
      points: sql<number>`case when ${examAttempts.state} = 'active' then (
          (select coalesce(sum(s.points), 0) from flag_solves s where s.attempt_id = ${examAttempts.id})
          + (select coalesce(sum(l.points), 0) from exam_ledger l where l.attempt_id = ${examAttempts.id} and l.kind = 'regrade')
          + (select coalesce(sum(x.points), 0) from extra_points x where x.attempt_id = ${examAttempts.id} and x.state = 'approved')
        )::int else ${examAttempts.points} + ${examAttempts.extra_points} end`,
      passing_points: sql<number>`coalesce((${examAttempts.terms} ->> 'passing_points')::int, ${exams.passing_points})`,
      waits_for_points: sql<boolean>`exists (select 1 from extra_points x where x.attempt_id = ${examAttempts.id} and x.state = 'pending')`,
      under_review: isUnderReview,
    })
    .from(examAttempts)
    .innerJoin(users, eq(users.id, examAttempts.user_id))
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .leftJoin(examSnapshots, eq(examSnapshots.id, examAttempts.snapshot_id))
    .leftJoin(flagSolves, and(eq(flagSolves.attempt_id, examAttempts.id), eq(flagSolves.flag_id, flag.id)))
    .leftJoin(examLedger, and(eq(examLedger.attempt_id, examAttempts.id), eq(examLedger.flag_id, flag.id)))
    .where(
      and(
        eq(examAttempts.exam_id, flag.exam_id),
        userId === undefined ? undefined : eq(examAttempts.user_id, userId),
        inArray(examAttempts.state, ['active', 'provisional', 'passed', 'failed']),
        isNotNull(examAttempts.started_at),
        isNull(users.erased_at),
        isNull(flagSolves.id),
        isNull(examLedger.id),
        or(isNull(examSnapshots.id), sql`${booked} is not null`),
      ),
    )
    .orderBy(asc(users.username), asc(examAttempts.number))
    .limit(MAX_ATTEMPTS)
}

import { and, asc, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { deployments, flagSolves, flags, flagTries } from '../../db/schema/index.ts'
import { hasId } from '../../db/uuid.ts'
import { ApiError } from '../../errors.ts'
import type { FlagRow } from '../flags/service.ts'

export async function findExamFlag(db: Db, id: string): Promise<FlagRow & { exam_id: string }> {
  const [row] = await db
    .select()
    .from(flags)
    .where(and(hasId(flags.id, id), isNotNull(flags.exam_id), isNull(flags.archived_at)))
  if (!row?.exam_id) throw examFlagNotFound()
  return { ...row, exam_id: row.exam_id }
}

export const examFlagNotFound = () => new ApiError('not_found', 'There is no such flag.')

function selectFlags(db: Db, attemptId: string, which: SQL) {
  const wrong = sql<number>`(select count(*)::int from ${flagTries} t where t.flag_id = ${flags.id} and t.attempt_id = ${attemptId} and not t.correct)`
  return db
    .select({
      id: flags.id,
      title: flags.title,
      question: flags.question,
      type: flags.type,
      points: flags.points,
      solved_at: flagSolves.solved_at,
      wrong_tries: wrong,
    })
    .from(flags)
    .leftJoin(flagSolves, and(eq(flagSolves.flag_id, flags.id), eq(flagSolves.attempt_id, attemptId)))
    .where(which)
    .orderBy(asc(flags.position), asc(flags.id))
}

/** The flags of an exam with what the attempt has solved. One that was archived since stays where it was solved. */
export const listFlagsOfAttempt = (db: Db, attempt: { id: string; exam_id: string }) =>
  selectFlags(
    db,
    attempt.id,
    sql`${eq(flags.exam_id, attempt.exam_id)} and (${flags.archived_at} is null or ${flagSolves.id} is not null)`,
  )

export async function findFlagOfAttempt(db: Db, attemptId: string, flagId: string) {
  const [row] = await selectFlags(db, attemptId, eq(flags.id, flagId))
  if (!row) throw examFlagNotFound()
  return row
}

/** The environments of an attempt that ever ran: after a reset, a flag of the one before still counts. */
export const listEnvironmentsOf = (db: Db, attemptId: string) =>
  db
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.attempt_id, attemptId), isNotNull(deployments.running_at)))
    .orderBy(desc(deployments.running_at))

/** Environments of other candidates at the exam, newest first: their flags may have been passed on. */
export const listEnvironmentsOfOthers = (db: Db, examId: string, userId: string) =>
  db
    .select({ id: deployments.id, user_id: deployments.user_id })
    .from(deployments)
    .where(
      and(
        eq(deployments.exam_id, examId),
        ne(deployments.user_id, userId),
        sql`${deployments.running_at} > now() - interval '90 days'`,
      ),
    )
    .orderBy(desc(deployments.running_at))
    .limit(5_000)

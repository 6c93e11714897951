import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { deployments, flags, flagTries } from '../../../db/schema/index.ts'
import { hasId } from '../../../db/uuid.ts'
import { ApiError } from '../../../errors.ts'

/** The exam that has, or had, this flag. */
export async function findExamOfFlag(db: Db, id: string): Promise<string> {
  const [row] = await db
    .select({ exam_id: flags.exam_id })
    .from(flags)
    .where(and(hasId(flags.id, id), isNotNull(flags.exam_id)))
  if (!row?.exam_id) throw examFlagNotFound()
  return row.exam_id
}

export const examFlagNotFound = () => new ApiError('not_found', 'There is no such flag.')

/** The environments of an attempt that ever ran: after a reset, a flag of the one before still counts. */
export const listEnvironmentsOf = (db: Db, attemptId: string) =>
  db
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.attempt_id, attemptId), isNotNull(deployments.running_at)))
    .orderBy(desc(deployments.running_at))

/** When the flags of an attempt were tried, newest first, and with what success: never what was typed. */
export const listTries = (db: Db, attempt: { id: string; user_id: string }) =>
  db
    .select({ id: flagTries.id, flag: flags.title, at: flagTries.at, correct: flagTries.correct, late: flagTries.late })
    .from(flagTries)
    .innerJoin(flags, eq(flags.id, flagTries.flag_id))
    // By its user first: an index begins with them.
    .where(and(eq(flagTries.user_id, attempt.user_id), eq(flagTries.attempt_id, attempt.id)))
    .orderBy(desc(flagTries.at), desc(flagTries.id))
    .limit(1_000)

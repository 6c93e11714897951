import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { deployments, flags, flagTries } from '../../../../db/schema/index.ts'
import { hasId } from '../../../../db/uuid.ts'
import { ApiError } from '../../../../errors.ts'

/** The exam of this flag, which may be archived. */
export async function findExamOfFlag(db: Db, id: string): Promise<string> {
  const [row] = await db
    .select({ exam_id: flags.exam_id })
    .from(flags)
    .where(and(hasId(flags.id, id), isNotNull(flags.exam_id)))
  if (!row?.exam_id) throw examFlagNotFound()
  return row.exam_id
}

export const examFlagNotFound = () => new ApiError('not_found', 'There is no such flag.')

/** Environments of an attempt that ever ran. After a reset, flags of the previous environment still count. */
export const listEnvironmentsOf = (db: Db, attemptId: string) =>
  db
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.attempt_id, attemptId), isNotNull(deployments.running_at)))
    .orderBy(desc(deployments.running_at))

/** Flag tries of an attempt with their results; newest first. Never includes the submitted value. */
export const listTries = (db: Db, attempt: { id: string; user_id: string }) =>
  db
    .select({ id: flagTries.id, flag: flags.title, at: flagTries.at, correct: flagTries.correct, late: flagTries.late })
    .from(flagTries)
    .innerJoin(flags, eq(flags.id, flagTries.flag_id))
    // Filters by user_id first to use the index.
    .where(and(eq(flagTries.user_id, attempt.user_id), eq(flagTries.attempt_id, attempt.id)))
    .orderBy(desc(flagTries.at), desc(flagTries.id))
    .limit(1_000)

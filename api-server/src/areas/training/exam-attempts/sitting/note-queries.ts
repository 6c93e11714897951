import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { examAttempts, examNotes, exams } from '../../../../db/schema/index.ts'
import { isUuid } from '../../../../db/uuid.ts'

/** The learner's own attempt at an exam, with the minutes since it ended by the database clock. */
export async function findOwnAttempt(db: Db, userId: string, slug: string, id: string) {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select({
      id: examAttempts.id,
      state: examAttempts.state,
      started_at: examAttempts.started_at,
      minutes_over: sql<number>`coalesce(extract(epoch from now() - ${examAttempts.decided_at}) / 60, 0)::float8`,
    })
    .from(examAttempts)
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(and(eq(examAttempts.id, id), eq(examAttempts.user_id, userId), eq(exams.slug, slug)))
  return row
}

const columns = { text: examNotes.text, updated_at: examNotes.updated_at, version: examNotes.version }

export async function findNotes(db: Db, attemptId: string) {
  const [row] = await db.select(columns).from(examNotes).where(eq(examNotes.attempt_id, attemptId))
  return row
}

/** Inserts the first notes of an attempt; undefined if another device was faster. */
export async function insertNotes(db: Db, attemptId: string, text: string) {
  const [row] = await db
    .insert(examNotes)
    .values({ attempt_id: attemptId, text })
    .onConflictDoNothing()
    .returning(columns)
  return row
}

/** Updates the notes only if this is still the current version. */
export async function updateNotes(db: Db, attemptId: string, text: string, version: number) {
  const [row] = await db
    .update(examNotes)
    .set({ text, version: version + 1, updated_at: sql`now()` })
    .where(and(eq(examNotes.attempt_id, attemptId), eq(examNotes.version, version)))
    .returning(columns)
  return row
}

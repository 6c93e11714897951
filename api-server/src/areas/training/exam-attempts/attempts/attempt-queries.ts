import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { examAttempts, examLedger, type LedgerKind } from '../../../../db/schema/index.ts'
import { type ExamClock, readClock } from './exam-clock.ts'
import { type AttemptEvent, attemptTransitions } from './transitions.ts'

export type AttemptRow = typeof examAttempts.$inferSelect

export interface NewRow {
  kind: LedgerKind
  from_at: Date
  until_at?: Date
  seconds?: number
  points?: number
  reason?: string
  actor_id?: string
  /** Incident that caused the row. For stops and resumes, also the round. */
  incident_id?: string
  incident_round?: number
}

/** The learner's attempts at an exam, newest first. */
export const listAttempts = (db: Db, userId: string, examId: string): Promise<AttemptRow[]> =>
  db
    .select()
    .from(examAttempts)
    .where(and(eq(examAttempts.user_id, userId), eq(examAttempts.exam_id, examId)))
    .orderBy(desc(examAttempts.number))

export async function findAttempt(db: Db, id: string): Promise<AttemptRow | undefined> {
  const [row] = await db.select().from(examAttempts).where(eq(examAttempts.id, id))
  return row
}

/** Locks the attempt until the transaction ends. Required before any change to an attempt or its ledger. */
export async function lockAttempt(tx: Db, id: string): Promise<AttemptRow> {
  const [row] = await tx.select().from(examAttempts).where(eq(examAttempts.id, id)).for('no key update')
  if (!row) throw new Error(`There is no attempt ${id}`)
  return row
}

/** Inserts a bookable attempt. Undefined if a concurrent request inserted it first. */
export async function insertAttempt(
  tx: Db,
  values: Pick<AttemptRow, 'user_id' | 'exam_id' | 'entitlement_id' | 'number'>,
): Promise<AttemptRow | undefined> {
  const [row] = await tx.insert(examAttempts).values(values).onConflictDoNothing().returning()
  return row
}

/**
 * Applies one transition as a conditional update; undefined if the attempt is not in a start state of the event. This is the only statement that
 * writes `state`.
 */
export async function transitionAttempt(
  tx: Db,
  id: string,
  event: AttemptEvent,
  set: Partial<AttemptRow> = {},
): Promise<AttemptRow | undefined> {
  const { from, to } = attemptTransitions[event]
  const [row] = await tx
    .update(examAttempts)
    .set({ ...set, state: to, version: sql`${examAttempts.version} + 1` })
    .where(and(eq(examAttempts.id, id), inArray(examAttempts.state, [...from])))
    .returning()
  return row
}

export async function updateAttempt(tx: Db, id: string, set: Partial<AttemptRow>): Promise<void> {
  await tx
    .update(examAttempts)
    .set({ ...set, version: sql`${examAttempts.version} + 1` })
    .where(eq(examAttempts.id, id))
}

export const listLedger = (db: Db, attemptId: string) =>
  db.select().from(examLedger).where(eq(examLedger.attempt_id, attemptId)).orderBy(asc(examLedger.position))

export const findClock = async (db: Db, attemptId: string): Promise<ExamClock> =>
  readClock(await listLedger(db, attemptId))

/** Appends rows to the ledger and updates the clock columns derived from it, which other statements compare with. */
export async function appendToLedger(tx: Db, attemptId: string, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.insert(examLedger).values(rows.map((row) => ({ ...row, attempt_id: attemptId })))
  const { started_at, ends_at, stopped_at } = await findClock(tx, attemptId)
  await updateAttempt(tx, attemptId, { started_at, active_until: ends_at, clock_stopped_at: stopped_at })
}

import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import {
  BOOKED_COLUMNS,
  type BookedExam,
  examSnapshots,
  exams,
  flags,
  type LabHealth,
  type RunFlag,
} from '../../../db/schema/index.ts'
import { contentWrites } from '../../../db/upsert.ts'
import { ApiError } from '../../../errors.ts'
import { contentSearch } from '../../../extension-points/sources.ts'
import { toRunFlag } from '../flags/index.ts'

export type ExamRow = typeof exams.$inferSelect

/** All exams for pickers, including drafts. */
export const listExamChoices = (db: Db) =>
  db
    .select({ id: exams.id, slug: exams.slug, title: exams.title, status: exams.status })
    .from(exams)
    .orderBy(asc(exams.title), asc(exams.slug))

/** Throws `not_found`. */
export async function findExam(db: Db, by: { id: string } | { slug: string }): Promise<ExamRow> {
  const [row] = await db
    .select()
    .from(exams)
    .where('id' in by ? eq(exams.id, by.id) : eq(exams.slug, by.slug))
  if (!row)
    throw new ApiError('not_found', 'id' in by ? 'There is no such exam.' : `There is no exam called ${by.slug}.`)
  return row
}

/** Writes of authors and the content import (contentWrites in db/upsert.ts). `edit` changes the status, if given, and bumps the version in any case. */
export const examContent = { ...contentWrites(exams), edit: editExam }

async function editExam(tx: Tx, id: string, change: Pick<Partial<typeof exams.$inferInsert>, 'status'>) {
  await tx
    .update(exams)
    .set({ ...change, version: sql`${exams.version} + 1`, updated_at: sql`now()` })
    .where(eq(exams.id, id))
}

/** Saves the result of the latest health check. Does not bump the version, so that open forms of the exam stay valid. */
export const saveExamHealth = (tx: Db, examId: string, health: LabHealth) =>
  tx.update(exams).set({ health }).where(eq(exams.id, examId))

export const examSearch = contentSearch('exam', 'listExamsForAdmin', exams)

/** Exam and flags as saved by a booking. */
interface Snapshot {
  exam: BookedExam
  flags: RunFlag[]
}

/** Reference from a booking, or the environment built for it, to its exam. */
export interface Booked {
  exam_id: string
  /** Null before the booking, and for bookings older than snapshots. */
  snapshot_id: string | null
}

/**
 * Saves a snapshot of the published exam. Locks the exam, so that nothing is published until the booking's transaction ends: a flag
 * in a booking is never deleted.
 */
export async function saveExamSnapshot(tx: Tx, examId: string): Promise<{ id: string; exam: ExamRow }> {
  await tx.select({ id: exams.id }).from(exams).where(eq(exams.id, examId)).for('share')
  const exam = await findExam(tx, { id: examId })
  const rows = await tx
    .select()
    .from(flags)
    .where(and(eq(flags.exam_id, examId), isNull(flags.archived_at)))
    .orderBy(asc(flags.position), asc(flags.id))
  const snapshot = { exam: toBookedExam(exam), flags: rows.map(toRunFlag) }
  const row = { exam_id: examId, ...snapshot }
  const known = await findSame(tx, row)
  if (known) return { id: known, exam }
  const [made] = await tx.insert(examSnapshots).values(row).onConflictDoNothing().returning({ id: examSnapshots.id })
  const id = made?.id ?? (await findSame(tx, row))
  if (!id) throw new Error('The insert returned no row')
  return { id, exam }
}

const toBookedExam = (exam: BookedExam): BookedExam =>
  Object.fromEntries(BOOKED_COLUMNS.map((column) => [column, exam[column]])) as unknown as BookedExam

async function findSame(tx: Tx, { exam_id, exam, flags }: Snapshot & { exam_id: string }) {
  const checksum = sql`md5(${JSON.stringify(exam)}::jsonb::text || ${JSON.stringify(flags)}::jsonb::text)`
  const [row] = await tx
    .select({ id: examSnapshots.id })
    .from(examSnapshots)
    .where(and(eq(examSnapshots.exam_id, exam_id), eq(examSnapshots.checksum, checksum)))
  return row?.id
}

/** Exam and flags as saved by a booking. Undefined for a booking without a snapshot. */
export async function findExamSnapshot(db: Db, id: string | null): Promise<Snapshot | undefined> {
  if (id === null) return undefined
  const [row] = await db
    .select({ exam: examSnapshots.exam, flags: examSnapshots.flags })
    .from(examSnapshots)
    .where(eq(examSnapshots.id, id))
  return row
}

/** The exam as it was booked, or its current state without a booking. */
export async function findBookedExam(db: Db, { exam_id, snapshot_id }: Booked): Promise<ExamRow> {
  const exam = await findExam(db, { id: exam_id })
  return { ...exam, ...(await findExamSnapshot(db, snapshot_id))?.exam }
}

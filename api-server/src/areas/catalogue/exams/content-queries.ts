import { eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.ts'
import { exams } from '../../../db/schema/index.ts'
import { upsertRows } from '../../../db/upsert.ts'

/** Upserts whole exams for the content import. Rows are identified by their ids. */

export const saveExams = (tx: Tx, rows: (typeof exams.$inferInsert)[]) =>
  upsertRows(tx, exams, rows, { version: sql`${exams.version} + 1`, updated_at: sql`now()` })

export async function archiveExams(tx: Tx, ids: string[]) {
  const changed = { status: 'archived' as const, version: sql`${exams.version} + 1`, updated_at: sql`now()` }
  await tx.update(exams).set(changed).where(inArray(exams.id, ids))
}

export async function deleteExams(tx: Tx, ids: string[]) {
  await tx.delete(exams).where(inArray(exams.id, ids))
}

/** Changes the status, if given. Counts as an edit in either case. */
export async function updateExam(tx: Tx, id: string, change: Pick<Partial<typeof exams.$inferInsert>, 'status'>) {
  await tx
    .update(exams)
    .set({ ...change, version: sql`${exams.version} + 1`, updated_at: sql`now()` })
    .where(eq(exams.id, id))
}

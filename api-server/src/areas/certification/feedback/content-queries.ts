import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.ts'
import { feedbackForms, feedbackQuestions } from '../../../db/schema/index.ts'
import { upsertRows } from '../../../db/upsert.ts'

/** Upserts forms for the content import. Archived forms that reappear in the files are restored. */

export const saveForms = (tx: Tx, rows: (typeof feedbackForms.$inferInsert)[]) =>
  upsertRows(
    tx,
    feedbackForms,
    rows.map((row) => ({ ...row, archived_at: null })),
    { version: sql`${feedbackForms.version} + 1`, updated_at: sql`now()` },
  )

export const saveQuestions = (tx: Tx, rows: (typeof feedbackQuestions.$inferInsert)[]) =>
  upsertRows(
    tx,
    feedbackQuestions,
    rows.map((row) => ({ ...row, archived_at: null })),
  )

export async function archiveForms(tx: Tx, ids: string[]) {
  const changed = { archived_at: sql`now()`, version: sql`${feedbackForms.version} + 1`, updated_at: sql`now()` }
  await tx.update(feedbackForms).set(changed).where(inArray(feedbackForms.id, ids))
}

export async function archiveQuestions(tx: Tx, ids: string[]) {
  await tx.update(feedbackQuestions).set({ archived_at: sql`now()` }).where(inArray(feedbackQuestions.id, ids))
}

export async function deleteForms(tx: Tx, ids: string[]) {
  await tx.delete(feedbackForms).where(inArray(feedbackForms.id, ids))
}

export async function deleteQuestions(tx: Tx, ids: string[]) {
  await tx.delete(feedbackQuestions).where(inArray(feedbackQuestions.id, ids))
}

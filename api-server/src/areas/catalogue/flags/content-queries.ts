import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.ts'
import { flags } from '../../../db/schema/index.ts'
import { upsertRows } from '../../../db/upsert.ts'

/** Upserts all flags of a lab or exam for the content import. Archived flags that reappear are restored. */
export const saveFlags = (tx: Tx, rows: (typeof flags.$inferInsert)[]) =>
  upsertRows(
    tx,
    flags,
    rows.map((row) => ({ ...row, archived_at: null })),
  )

export async function archiveFlags(tx: Tx, ids: string[]) {
  await tx.update(flags).set({ archived_at: sql`now()` }).where(inArray(flags.id, ids))
}

export async function deleteFlags(tx: Tx, ids: string[]) {
  await tx.delete(flags).where(inArray(flags.id, ids))
}

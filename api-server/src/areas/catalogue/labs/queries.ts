import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import { flags, type LabHealth, labs } from '../../../db/schema/index.ts'
import { contentWrites } from '../../../db/upsert.ts'
import { ApiError } from '../../../errors.ts'
import { contentSearch } from '../../../extension-points/sources.ts'
/** Number of a lab's flags, for a query over labs. The outer table is named explicitly: in a select from a single table, drizzle omits table names. */
export const flagCount = sql<number>`(select count(*)::int from ${flags} f where f.lab_id = ${labs}.id and f.archived_at is null)`

export type LabRow = typeof labs.$inferSelect

/** Published labs that are sold individually. */
export const listOnSale = (db: Db) =>
  db
    .select({ lab: labs, flags: flagCount })
    .from(labs)
    .where(and(eq(labs.status, 'published'), sql`${labs.price_amount} is not null`))
    .orderBy(asc(labs.title))

/** Throws `not_found`. */
export async function findLab(db: Db, by: { id: string } | { slug: string }): Promise<LabRow> {
  const [row] = await db
    .select()
    .from(labs)
    .where('id' in by ? eq(labs.id, by.id) : eq(labs.slug, by.slug))
  if (!row) throw labNotFound()
  return row
}

export async function addUpFlags(db: Db, labId: string): Promise<{ flags: number; points: number }> {
  const [row] = await db
    .select({ flags: sql<number>`count(*)::int`, points: sql<number>`coalesce(sum(${flags.points}), 0)::int` })
    .from(flags)
    .where(and(eq(flags.lab_id, labId), isNull(flags.archived_at)))
  return row ?? { flags: 0, points: 0 }
}

/** Prevents editors, who lock the row exclusively, from changing the lab before the transaction ends. Concurrent runs do not block each other. */
export const lockLabForRun = (tx: Tx, id: string) =>
  tx.select({ id: labs.id }).from(labs).where(eq(labs.id, id)).for('share')

/** Error `not_found`, also for labs that the caller may not see. */
export const labNotFound = () => new ApiError('not_found', 'There is no such lab.')

/** All labs for pickers, including drafts. */
export const listLabChoices = (db: Db) =>
  db
    .select({ id: labs.id, slug: labs.slug, title: labs.title, status: labs.status })
    .from(labs)
    .orderBy(asc(labs.title), asc(labs.slug))

/** Writes of authors and the content import (contentWrites in db/upsert.ts). `edit` changes the status, if given, and bumps the version in any case. */
export const labContent = { ...contentWrites(labs), edit: editLab }

async function editLab(tx: Tx, id: string, change: Pick<Partial<typeof labs.$inferInsert>, 'status'>) {
  await tx
    .update(labs)
    .set({ ...change, version: sql`${labs.version} + 1`, updated_at: sql`now()` })
    .where(eq(labs.id, id))
}

/** Saves the result of the latest health check. Does not bump the version, so that open forms of the lab stay valid. */
export const saveLabHealth = (tx: Db, labId: string, health: LabHealth) =>
  tx.update(labs).set({ health }).where(eq(labs.id, labId))

export const labSearch = contentSearch('lab', 'listLabsForAdmin', labs)

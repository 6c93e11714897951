import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import { type CloudName, flags, type LabHealth, labs, resourcePrices } from '../../../db/schema/index.ts'
import { contentWrites } from '../../../db/upsert.ts'
import { ApiError } from '../../../errors.ts'
import { contentSearch } from '../../../extension-points/sources.ts'
import { flagCount } from './sql.ts'

export type LabRow = typeof labs.$inferSelect

/** Published labs that are sold individually. */
export const listOnSale = (db: Db) =>
  db
    .select({ lab: labs, flags: flagCount })
    .from(labs)
    .where(and(eq(labs.status, 'published'), sql`${labs.price_amount} is not null`))
    .orderBy(asc(labs.title))

export async function findLabBySlug(db: Db, slug: string): Promise<LabRow> {
  const [row] = await db.select().from(labs).where(eq(labs.slug, slug))
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

export async function findLab(db: Db, id: string): Promise<LabRow> {
  const [row] = await db.select().from(labs).where(eq(labs.id, id))
  if (!row) throw labNotFound()
  return row
}

/** Prevents editors, who lock the row exclusively, from changing the lab before the transaction ends. Concurrent runs do not block each other. */
export async function lockLabForRun(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: labs.id }).from(labs).where(eq(labs.id, id)).for('share')
}

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

/** Hourly price of each of these types, if known, in the most expensive region, because a lab may be built in any region. */
export async function listResourcePrices(db: Db, cloud: CloudName, types: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ type: resourcePrices.type, hourly: sql<number>`max(${resourcePrices.hourly_micros})::int` })
    .from(resourcePrices)
    .where(and(eq(resourcePrices.cloud, cloud), inArray(resourcePrices.type, types)))
    .groupBy(resourcePrices.type)
  return new Map(rows.map(({ type, hourly }) => [type, hourly]))
}

/** Saves the result of the latest health check. Does not bump the version, so that open forms of the lab stay valid. */
export async function saveHealth(tx: Db, labId: string, health: LabHealth): Promise<void> {
  await tx.update(labs).set({ health }).where(eq(labs.id, labId))
}

export const labSearch = contentSearch('lab', 'listLabsForAdmin', labs)

import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import { flags, labs } from '../../../db/schema/index.ts'
import { ApiError } from '../../../errors.ts'
import { flagCount } from './flag-count-sql.ts'

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

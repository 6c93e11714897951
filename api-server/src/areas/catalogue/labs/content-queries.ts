import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import { type CloudName, labs, resourcePrices } from '../../../db/schema/index.ts'
import { upsertRows } from '../../../db/upsert.ts'

/** Upserts whole labs for the content import. Rows are identified by their ids. */

export const saveLabs = (tx: Tx, rows: (typeof labs.$inferInsert)[]) =>
  upsertRows(tx, labs, rows, { version: sql`${labs.version} + 1`, updated_at: sql`now()` })

export async function archiveLabs(tx: Tx, ids: string[]) {
  const changed = { status: 'archived' as const, version: sql`${labs.version} + 1`, updated_at: sql`now()` }
  await tx.update(labs).set(changed).where(inArray(labs.id, ids))
}

export async function deleteLabs(tx: Tx, ids: string[]) {
  await tx.delete(labs).where(inArray(labs.id, ids))
}

/** Changes the status, if given. Counts as an edit in either case. */
export async function updateLab(tx: Tx, id: string, change: Pick<Partial<typeof labs.$inferInsert>, 'status'>) {
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

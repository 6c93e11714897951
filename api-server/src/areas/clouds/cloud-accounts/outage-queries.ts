import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { type CloudName, cloudAccounts, regionOutages, users } from '../../../db/schema/index.ts'
import { hasId } from '../../../db/sql.ts'

type OutageRow = typeof regionOutages.$inferSelect

/** Current outages. */
export const listOutages = (db: Db) =>
  db
    .select({
      id: regionOutages.id,
      cloud: regionOutages.cloud,
      region: regionOutages.region,
      reason: regionOutages.reason,
      started_at: regionOutages.started_at,
      started_by: users.username,
    })
    .from(regionOutages)
    .leftJoin(users, eq(users.id, regionOutages.started_by))
    .where(isNull(regionOutages.ended_at))
    .orderBy(asc(regionOutages.cloud), asc(regionOutages.region))

export async function isRegionOfPool(db: Db, cloud: CloudName, region: string): Promise<boolean> {
  const inIt = and(eq(cloudAccounts.cloud, cloud), eq(cloudAccounts.region, region), isNull(cloudAccounts.retired_at))
  return (await db.$count(cloudAccounts, inIt)) > 0
}

/** Undefined if the region already has an outage, including one started concurrently. */
export async function insertOutage(
  tx: Db,
  values: Pick<OutageRow, 'cloud' | 'region' | 'reason' | 'started_by'>,
): Promise<OutageRow | undefined> {
  const [row] = await tx.insert(regionOutages).values(values).onConflictDoNothing().returning()
  return row
}

export async function findOutage(db: Db, id: string): Promise<OutageRow | undefined> {
  const [row] = await db.select().from(regionOutages).where(hasId(regionOutages.id, id))
  return row
}

export async function endOutage(tx: Db, id: string, endedBy: string): Promise<OutageRow | undefined> {
  const [row] = await tx
    .update(regionOutages)
    .set({ ended_at: sql`now()`, ended_by: endedBy })
    .where(and(eq(regionOutages.id, id), isNull(regionOutages.ended_at)))
    .returning()
  return row
}

/** Records that the account was compared with its expected contents. */
export async function markLooked(tx: Db, id: string): Promise<void> {
  await tx.update(cloudAccounts).set({ looked_at: sql`now()` }).where(eq(cloudAccounts.id, id))
}

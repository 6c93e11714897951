import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { cloudAccounts } from '../../../db/schema/index.ts'
import type { ResourceName } from '../../../integrations/clouds/driver.ts'

/** End of a date in UTC. The date itself is included. */
export const endOfDay = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`

/** Days from today until a date, by the database clock. */
export async function daysUntil(db: Db, day: string): Promise<number> {
  const [row] = await db
    .select({ days: sql<number>`${day}::date - (now() at time zone 'UTC')::date` })
    .from(sql`(select 1) as unused`)
  return row?.days ?? 0
}

/** Resources currently accepted in the account, in addition to the defaults of every account. */
export async function listAccepted(db: Db, accountId: string): Promise<ResourceName[]> {
  const [row] = await db
    .select({ accepted: cloudAccounts.accepted_residue })
    .from(cloudAccounts)
    .where(and(eq(cloudAccounts.id, accountId), gt(cloudAccounts.residue_until, sql`now()`)))
  return row?.accepted ?? []
}

/** Accounts with accepted residue whose date has passed. */
export const listExpired = (db: Db) =>
  db
    .select({ id: cloudAccounts.id })
    .from(cloudAccounts)
    .where(and(isNull(cloudAccounts.retired_at), lte(cloudAccounts.residue_until, sql`now()`)))
    .limit(200)

import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { cloudAccounts } from '../../db/schema/index.ts'
import type { ResourceName } from '../../integrations/clouds/driver.ts'

/** The end of a day, in UTC: the day itself still counts. */
export const endOfDay = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`

/** How many days from now a day is, by the database's clock. */
export async function daysUntil(db: Db, day: string): Promise<number> {
  const [row] = await db
    .select({ days: sql<number>`${day}::date - (now() at time zone 'UTC')::date` })
    .from(sql`(select 1) as unused`)
  return row?.days ?? 0
}

/** What may stay in the account today beyond what every account starts with. */
export async function listAccepted(db: Db, accountId: string): Promise<ResourceName[]> {
  const [row] = await db
    .select({ accepted: cloudAccounts.accepted_residue })
    .from(cloudAccounts)
    .where(and(eq(cloudAccounts.id, accountId), gt(cloudAccounts.residue_until, sql`now()`)))
  return row?.accepted ?? []
}

/** Accounts in which something may not stay any longer. */
export const listExpired = (db: Db) =>
  db
    .select({ id: cloudAccounts.id })
    .from(cloudAccounts)
    .where(and(isNull(cloudAccounts.retired_at), lte(cloudAccounts.residue_until, sql`now()`)))
    .limit(200)

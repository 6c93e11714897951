import { sql } from 'drizzle-orm'
import { cloudAccounts, nukeReceipts, regionOutages } from '../../db/schema/index.ts'

// Scalar subqueries, since Postgres joins what `exists` asks before it sorts: choosing one of 10,000 free accounts read all their receipts.

/** A receipt of this account says that nothing was left in it, and nobody has been in it since. */
export const hasEmptyReceipt = sql<boolean>`coalesce((select jsonb_array_length(r."left") = 0 from ${nukeReceipts} r
  where r.id = ${cloudAccounts.receipt_id} and r.cloud_account_id = ${cloudAccounts.id}), false)`

/** An administrator took the region of the account out of use. */
export const isRegionDown = sql<boolean>`coalesce((select true from ${regionOutages} o where o.cloud = ${cloudAccounts.cloud}
  and o.region = ${cloudAccounts.region} and o.ended_at is null limit 1), false)`

/** Free, and in a region that is in use: what is counted as free wherever people read it. */
export const isFreeInRegion = sql<boolean>`${cloudAccounts.status} = 'Available' and not ${isRegionDown}`

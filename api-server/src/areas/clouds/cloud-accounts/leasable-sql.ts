import { sql } from 'drizzle-orm'
import { cloudAccounts, nukeReceipts, regionOutages } from '../../../db/schema/index.ts'

// Scalar subqueries, because PostgreSQL joins `exists` conditions before sorting: choosing one of 10,000 free accounts then reads all their receipts.

/** The account's latest receipt says that nothing was left in it. Using the account clears its receipt. */
export const hasEmptyReceipt = sql<boolean>`coalesce((select jsonb_array_length(r."left") = 0 from ${nukeReceipts} r
  where r.id = ${cloudAccounts.receipt_id} and r.cloud_account_id = ${cloudAccounts.id}), false)`

/** The region of the account has an outage, declared by an administrator. */
export const isRegionDown = sql<boolean>`coalesce((select true from ${regionOutages} o where o.cloud = ${cloudAccounts.cloud}
  and o.region = ${cloudAccounts.region} and o.ended_at is null limit 1), false)`

/** Free and in a region without an outage. All counts of free accounts use this condition. */
export const isFreeInRegion = sql<boolean>`${cloudAccounts.status} = 'Available' and not ${isRegionDown}`

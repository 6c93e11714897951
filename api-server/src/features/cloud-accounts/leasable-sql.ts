import { sql } from 'drizzle-orm'
import { cloudAccounts, nukeReceipts, regionOutages } from '../../db/schema/index.ts'

/** A receipt of this account says that nothing was left in it, and nobody has been in it since. */
export const hasEmptyReceipt = sql<boolean>`exists (select 1 from ${nukeReceipts} r where r.id = ${cloudAccounts.receipt_id}
  and r.cloud_account_id = ${cloudAccounts.id} and jsonb_array_length(r."left") = 0)`

/** An administrator took the region of the account out of use. */
export const isRegionDown = sql<boolean>`exists (select 1 from ${regionOutages} o where o.cloud = ${cloudAccounts.cloud}
  and o.region = ${cloudAccounts.region} and o.ended_at is null)`

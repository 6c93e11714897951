import { type SQL, sql } from 'drizzle-orm'
import { entitlements } from '../../db/schema/index.ts'

export type EntitlementState = 'open' | 'not_yet' | 'ended' | 'suspended' | 'revoked'

/**
 * The state by the database's clock. Uses `statement_timestamp()`: a transaction that waited for a concurrent grant
 * started before it, so by `now()` the grant would lie in the future.
 */
export const entitlementState = sql<EntitlementState>`case
  when ${entitlements.revoked_at} is not null then 'revoked'
  when ${entitlements.suspended_at} is not null then 'suspended'
  when ${entitlements.ends_at} <= now() then 'ended'
  when ${entitlements.starts_at} > statement_timestamp() then 'not_yet'
  else 'open' end`

export const isEntitlementOpen = sql<boolean>`${entitlementState} = 'open'`

/** Of several entitlements to the same, the end of the one that lasts longest; null when one has no end. */
export const longestEnd: SQL<Date | null> =
  sql`case when bool_or(${entitlements.ends_at} is null) then null else max(${entitlements.ends_at}) end`.mapWith(
    entitlements.ends_at,
  )

import { type SQL, sql } from 'drizzle-orm'
import { entitlements } from '../../../db/schema/index.ts'

export type EntitlementState = 'open' | 'not_yet' | 'ended' | 'suspended' | 'revoked'

/**
 * State by the database's clock. Uses `statement_timestamp()`: if the transaction waited for a concurrent grant, its `now()` is
 * earlier than the grant's start.
 */
export const entitlementState = sql<EntitlementState>`case
  when ${entitlements.revoked_at} is not null then 'revoked'
  when ${entitlements.suspended_at} is not null then 'suspended'
  when ${entitlements.ends_at} <= now() then 'ended'
  when ${entitlements.starts_at} > statement_timestamp() then 'not_yet'
  else 'open' end`

export const isEntitlementOpen = sql<boolean>`${entitlementState} = 'open'`

/** Latest end among several entitlements to the same content; null if one has no end. */
export const longestEnd: SQL<Date | null> =
  sql`case when bool_or(${entitlements.ends_at} is null) then null else max(${entitlements.ends_at}) end`.mapWith(
    entitlements.ends_at,
  )

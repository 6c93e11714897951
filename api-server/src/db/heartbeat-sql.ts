import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A worker without a heartbeat for this long counts as dead, and another worker may take its work over. */
export const DEAD_AFTER_SECONDS = 30

export const isHeartbeatStale = (heartbeat: PgColumn): SQL =>
  sql`(${heartbeat} is null or ${heartbeat} < now() - make_interval(secs => ${DEAD_AFTER_SECONDS}::int))`

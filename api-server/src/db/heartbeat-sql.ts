import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Seconds without a heartbeat after which a worker counts as dead and another worker may take over its work. */
export const DEAD_AFTER_SECONDS = 30

export const isHeartbeatStale = (heartbeat: PgColumn): SQL =>
  sql`(${heartbeat} is null or ${heartbeat} < now() - make_interval(secs => ${DEAD_AFTER_SECONDS}::int))`

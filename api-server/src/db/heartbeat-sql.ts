import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A worker that has not been heard of for so long is dead, and its work may be taken over. */
export const DEAD_AFTER_SECONDS = 30

export const isHeartbeatStale = (heartbeat: PgColumn): SQL =>
  sql`(${heartbeat} is null or ${heartbeat} < now() - make_interval(secs => ${DEAD_AFTER_SECONDS}::int))`

import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/**
 * Bounds the statements of a search for the rest of this transaction. What runs longer is cancelled (Postgres only; the embedded database has no timer).
 * None gets workers beside itself: Postgres overestimates what a search finds, and they take 6 ms to start for what is read in 3.
 */
export const setSearchLimits = (tx: Db, milliseconds: number) =>
  tx.execute(sql`select set_config('statement_timeout', ${String(milliseconds)}, true),
    set_config('max_parallel_workers_per_gather', '0', true)`)

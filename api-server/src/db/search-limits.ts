import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/**
 * Limits the search statements for the rest of this transaction. Statements that run longer are cancelled (Postgres only; the embedded database has
 * no timer). Parallel workers are disabled: Postgres overestimates the matches of a search, and workers take 6 ms to start for a read of 3 ms.
 */
export const setSearchLimits = (tx: Db, milliseconds: number) =>
  tx.execute(sql`select set_config('statement_timeout', ${String(milliseconds)}, true),
    set_config('max_parallel_workers_per_gather', '0', true)`)

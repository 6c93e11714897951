import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Cancels statements of this transaction that run longer (Postgres only; the embedded database has no timer). */
export const setTimeLimit = (tx: Db, milliseconds: number) =>
  tx.execute(sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`)

import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Statements of this transaction are cancelled after so long (Postgres; the embedded database has no timer). */
export const setTimeLimit = (tx: Db, milliseconds: number) =>
  tx.execute(sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`)

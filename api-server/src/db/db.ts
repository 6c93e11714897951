import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import type { Db as JobsDb } from 'pg-boss'
import type * as schema from './schema/index.ts'

type Schema = typeof schema

/** The database as queries see it, whichever driver is beneath; a transaction is one too. */
export type Db = PgDatabase<PgQueryResultHKT, Schema>

/** A transaction. Inside one every query must go through it: on the embedded database a query on the outer `Db` would wait for ever. */
export type Tx = PgTransaction<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>

export interface OpenedDatabase {
  kind: 'embedded' | 'postgres'
  db: Db
  /** Brings the tables up to date; processes that start together do it one after the other. */
  migrate(): Promise<void>
  /**
   * Hears what `pg_notify` sends on the channel (small letters and underscores), until the returned function is called.
   * `onGap` runs when notices may have been missed (the connection was lost and is back).
   */
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  /** What pg-boss needs to work on this database. */
  jobsDatabase: { backend: 'pglite' | 'postgres'; db: JobsDb }
  /** Resolves when the database answers, within two seconds. */
  ping(): Promise<void>
  close(): Promise<void>
}

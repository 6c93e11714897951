import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import type { Db as JobsDb } from 'pg-boss'
import type { Locks } from './advisory-locks.ts'
import type { CopySession } from './copy.ts'
import type { MigrationStatus, Progress } from './migrations.ts'
import type * as schema from './schema/index.ts'

type Schema = typeof schema

/** The database, independent of the driver. A transaction is a `Db` too. */
export type Db = PgDatabase<PgQueryResultHKT, Schema>

/**
 * A transaction. Every query inside it must go through it: the embedded database has one connection, so a query on the
 * outer `Db` would wait forever.
 */
export type Tx = PgTransaction<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>

export interface OpenedDatabase {
  kind: 'embedded' | 'postgres'
  db: Db
  /** Applies pending migrations. If another process is migrating, waits until it is done or dead. */
  migrate(progress?: Progress): Promise<void>
  migrationStatus(): Promise<MigrationStatus>
  /** Opens a connection that reads whole tables. On the embedded database it is the only connection, so nothing else may run. */
  openCopy(): Promise<CopySession>
  /** Whether a pooler, such as PgBouncer in transaction mode, gives other clients our connections between transactions. */
  sharesConnections(): Promise<boolean>
  /**
   * Calls `onPayload` for each `pg_notify` on the channel (lowercase letters and underscores) until the returned function is called. `onGap` runs
   * after a lost connection is restored, because notifications may have been missed.
   */
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  /** Locks across all processes on this database. */
  locks: Locks
  /** Adapter for pg-boss. */
  jobsDatabase: { backend: 'pglite' | 'postgres'; db: JobsDb }
  /** Current time of the database. Rejects if it does not answer within two seconds. */
  ping(): Promise<Date>
  close(): Promise<void>
}

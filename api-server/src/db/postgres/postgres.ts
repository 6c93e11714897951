import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { AdvisoryLocks, type LockSession } from '../advisory-locks.ts'
import type { OpenedDatabase } from '../db.ts'
import { migrationsFolder, withTimeout } from '../migrations.ts'
import { type ClockRow, READ_CLOCK, toDate } from '../now.ts'
import { addPlanned, namingStatements } from '../planned.ts'
import * as schema from '../schema/index.ts'
import { Listener } from './listener.ts'
import { addPipeline, Pipeline } from './pipeline.ts'
import { withTransactions } from './transactions.ts'

export interface PostgresLimits {
  /** Pool size of this process. The listener and the pipeline each use one more connection. */
  connections?: number
  /** Timeout for a free connection in the pool, and for the server to accept a new one. */
  connectTimeoutMs?: number
  /** Statement timeout on the server. */
  statementTimeoutMs?: number
  /** Timeout for a response, after which a connection counts as lost: the other side is gone without closing it. */
  responseTimeoutMs?: number
  /** The same two timeouts for the pipeline, where a slow statement or a silent server delays every request. */
  pipeline?: { statementTimeoutMs?: number; responseTimeoutMs?: number }
}

/** Opens a pool on a Postgres server. Connects on the first query. */
export function openPostgresDatabase(url: string, limits: PostgresLimits = {}): OpenedDatabase & { pool: pg.Pool } {
  const { connections = 10, connectTimeoutMs = 5_000 } = limits
  const { statementTimeoutMs = 15_000, responseTimeoutMs = 20_000 } = limits
  const connection = {
    connectionString: url,
    application_name: 'flagyard',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  } satisfies pg.ClientConfig
  const pool = new pg.Pool({
    ...connection,
    pipeline: true,
    max: connections,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: responseTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
  })
  // The pool replaces a broken connection at the next query. Without these listeners the error event would crash the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const listener = new Listener(connection)
  const locks = new AdvisoryLocks(
    () => openLockSession(connection),
    (...given) => listener.listen(...given),
  )
  const pipeline = new Pipeline({
    ...connection,
    statement_timeout: limits.pipeline?.statementTimeoutMs ?? 3_000,
    query_timeout: limits.pipeline?.responseTimeoutMs ?? 8_000,
  })
  const db = withTransactions(pool)
  addPipeline(db, pipeline)
  addPlanned(db, drizzle(namingStatements(pool), { schema }))
  return {
    kind: 'postgres',
    pool,
    db,
    migrate: () => migrateAlone(connection),
    listen: (channel, onPayload, onGap) => listener.listen(channel, onPayload, onGap),
    locks,
    jobsDatabase: {
      backend: 'postgres',
      db: {
        executeSql: (text, values) => pool.query(text, values),
        async listen(channel, onNotification, onReconnect) {
          const stop = await listener.listen(channel, onNotification, onReconnect)
          onReconnect()
          return { close: stop }
        },
      },
    },
    async ping() {
      const asked = pool.query<ClockRow>(READ_CLOCK)
      return toDate(await withTimeout(2_000, 'The database did not answer', asked))
    },
    async close() {
      await locks.close()
      await listener.close()
      await pipeline.close()
      await pool.end()
    },
  }
}

/** A separate connection, so that a lock held for a minute does not occupy one of the pool. */
async function openLockSession(connection: pg.ClientConfig): Promise<LockSession> {
  const client = new pg.Client({ ...connection, query_timeout: 5_000 })
  client.on('error', () => {})
  await client.connect()
  return {
    query: (statement, values) => client.query(statement, values),
    onLost: (listener) => client.once('end', listener),
    close: () => client.end(),
  }
}

/** Migrations are serialised by a lock: replicas that start at the same time wait for it and then find nothing left to do. */
async function migrateAlone(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = drizzle(client)
    await migrate(db, { migrationsFolder })
  } finally {
    await client.end()
  }
}

const MIGRATION_LOCK = 4_815_162_342

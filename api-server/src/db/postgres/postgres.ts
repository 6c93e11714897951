import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { AdvisoryLocks, type LockSession } from '../advisory-locks.ts'
import type { OpenedDatabase } from '../db.ts'
import {
  applyMigrations,
  listPending,
  type MigrationStatus,
  type Progress,
  readStatus,
  withTimeout,
} from '../migrations.ts'
import { type ClockRow, READ_CLOCK, toDate } from '../now.ts'
import { addPlanned, namingStatements } from '../planned.ts'
import * as schema from '../schema/index.ts'
import { Client, type ClientOptions } from './client.ts'
import { openPostgresCopy } from './copy.ts'
import { Listener } from './listener.ts'
import { addPipelines, Pipeline } from './pipeline.ts'
import { withTransactions } from './transactions.ts'

export interface PostgresLimits {
  /** Pool size of this process. The listener and each pipeline use one more connection. */
  connections?: number
  /** Timeout for a free connection in the pool, and for the server to accept a new one. */
  connectTimeoutMs?: number
  /** Statement timeout on the server. */
  statementTimeoutMs?: number
  /** Timeout for a response, after which a connection counts as lost: the other side is gone without closing it. */
  responseTimeoutMs?: number
  /** The same two timeouts for a pipeline, where a slow statement or a silent server delays every request. */
  pipeline?: { statementTimeoutMs?: number; responseTimeoutMs?: number }
}

const POOL_SIZE = 10
/** Connections of one process: the pool, two pipelines, the listener, and the locks. */
export const CONNECTIONS = POOL_SIZE + 4

/** Opens a pool on a Postgres server. Connects on the first query. */
export function openPostgresDatabase(url: string, limits: PostgresLimits = {}): OpenedDatabase & { pool: pg.Pool } {
  const { connections = POOL_SIZE, connectTimeoutMs = 5_000 } = limits
  const { statementTimeoutMs = 15_000, responseTimeoutMs = 20_000 } = limits
  const connection = {
    connectionString: url,
    application_name: 'flagyard',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  } satisfies ClientOptions
  const inPool = {
    ...connection,
    pipeline: true,
    max: connections,
    idleTimeoutMillis: 30_000,
    query_timeout: responseTimeoutMs,
    session: { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 30_000 },
  }
  const pool = new pg.Pool({ ...inPool, Client: Client as unknown as new () => pg.Client })
  // The pool replaces a broken connection at the next query. Without this listener the error event would crash the process.
  pool.on('error', () => {})
  const listener = new Listener(connection)
  const locks = new AdvisoryLocks(
    () => openLockSession(connection),
    (...given) => listener.listen(...given),
  )
  const pipelined = {
    ...connection,
    query_timeout: limits.pipeline?.responseTimeoutMs ?? 8_000,
    session: { statement_timeout: limits.pipeline?.statementTimeoutMs ?? 3_000, plan_cache_mode: 'force_generic_plan' },
  }
  const pipelines = { reads: new Pipeline(pipelined, true), counts: new Pipeline(pipelined, false) }
  const db = withTransactions(pool)
  addPipelines(db, pipelines)
  addPlanned(db, drizzle(namingStatements(pool), { schema }))
  return {
    kind: 'postgres',
    pool,
    db,
    migrate: (progress) => migrateInTurn(connection, progress),
    migrationStatus: async () => readStatus((...query) => pool.query(...query), await findMigrating(pool)),
    openCopy: () => openPostgresCopy(url),
    sharesConnections: () => sharesConnections(connection),
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
      await pipelines.reads.close()
      await pipelines.counts.close()
      await pool.end()
    },
  }
}

/** A separate connection, so that a lock held for a minute does not occupy one of the pool. */
async function openLockSession(connection: ClientOptions): Promise<LockSession> {
  const client = new Client({ ...connection, query_timeout: 5_000 })
  await client.connect()
  return {
    query: (statement, values) => client.query(statement, values),
    onLost: (listener) => client.once('end', listener),
    close: () => client.end(),
  }
}

/** Whether two clients get one backend, or one client gets two: the pooler takes the connection back after each transaction. */
async function sharesConnections(connection: ClientOptions): Promise<boolean> {
  const [one, other] = await Promise.all([openLockSession(connection), openLockSession(connection)])
  const pidOf = async (session: LockSession) => (await session.query('select pg_backend_pid() as pid', [])).rows[0]?.pid
  try {
    const pid = await pidOf(one)
    // Which idle connection a pooler uses depends on its other clients, so one try is not enough.
    for (let tries = 0; tries < 10; tries++) {
      await other.query('begin', [])
      if ((await pidOf(other)) === pid || (await pidOf(one)) !== pid) return true
      await other.query('commit', [])
    }
    return false
  } finally {
    await Promise.all([one.close(), other.close()])
  }
}

/**
 * Applies pending migrations, or waits for the process that does. The lock belongs to a session, so it ends with its process, however that dies.
 * A release older than the schema finds nothing pending and does not wait.
 */
async function migrateInTurn(connection: ClientOptions, progress: Progress = () => {}): Promise<void> {
  const client = new Client({ ...connection, application_name: `flagyard migration ${hostname()}:${process.pid}` })
  await client.connect()
  try {
    const query = (statement: string, values?: unknown[]) => client.query(statement, values)
    // Without it, a dead process would hold the lock until its current statement ends. Not every system supports it.
    await query(`set client_connection_check_interval = '2s'`).catch(() => {})
    for (let asked = 0; ; asked++) {
      const pending = await listPending(query)
      if (pending.length === 0) return
      const { rows } = await query('select pg_try_advisory_lock($1) as taken', [MIGRATION_LOCK])
      // Another process may have finished between the two queries.
      if (rows[0]?.taken) return await applyMigrations(query, await listPending(query), progress)
      const other = await findMigrating(client)
      if (other && asked % REPORT_EVERY === 0)
        await progress(`Waiting: ${other.by} has been migrating the database since ${other.since}.`)
      await pause(ASK_EVERY_MS)
    }
  } finally {
    await client.end()
  }
}

/** The session that holds the migration lock. */
async function findMigrating(client: Pick<pg.Client, 'query'>): Promise<MigrationStatus['running']> {
  const { rows } = await client.query<{ application_name: string; client_addr: string | null; since: Date }>(
    `select application_name, host(client_addr) as client_addr, coalesce(xact_start, backend_start) as since
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and pg_locks.database = (select oid from pg_database where datname = current_database())
       and (classid::bigint << 32) + objid::bigint = $1 and objsubid = 1`,
    [MIGRATION_LOCK],
  )
  const [holder] = rows
  if (!holder) return null
  const { application_name, client_addr, since } = holder
  return { by: `${application_name}${client_addr ? ` at ${client_addr}` : ''}`, since: since.toISOString() }
}

const MIGRATION_LOCK = 4_815_162_342
const ASK_EVERY_MS = 250
/** Number of tries for the lock between two sentences in the log. */
const REPORT_EVERY = 120

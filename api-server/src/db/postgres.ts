import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Db, OpenedDatabase } from './db.ts'
import { Listener } from './listener.ts'
import { migrationsFolder } from './migrations.ts'
import { isDatabaseUnavailable } from './pg-errors.ts'
import * as schema from './schema/index.ts'
import { withTimeout } from './with-timeout.ts'

export interface PostgresLimits {
  /** Connections of this process, besides the one that listens. */
  connections?: number
  /** How long a request waits for a free connection, or a connection for the server. */
  waitMilliseconds?: number
  /** After this the server gives a statement up. */
  statementMilliseconds?: number
  /** After this the connection itself counts as lost (the other side is gone without a word). */
  silenceMilliseconds?: number
}

/** Opens a pool on a Postgres server. No connection is made before the first query. */
export function openPostgresDatabase(url: string, limits: PostgresLimits = {}): OpenedDatabase & { pool: pg.Pool } {
  const { connections = 10, waitMilliseconds = 5_000 } = limits
  const { statementMilliseconds = 15_000, silenceMilliseconds = 20_000 } = limits
  const connection = {
    connectionString: url,
    application_name: 'flagyard',
    connectionTimeoutMillis: waitMilliseconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  } satisfies pg.ClientConfig
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMilliseconds,
    query_timeout: silenceMilliseconds,
    idle_in_transaction_session_timeout: 30_000,
  })
  // A connection that breaks is replaced at the next query; without these listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    endWhenSilent(client)
  })
  const listener = new Listener(connection)
  const db = withSafeTransactions(pool)
  return {
    kind: 'postgres',
    pool,
    db,
    migrate: () => migrateAlone(connection),
    listen: (channel, onPayload, onGap) => listener.listen(channel, onPayload, onGap),
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
    ping: () => withTimeout(2_000, 'The database did not answer', pool.query('select 1')),
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

/** Five replicas that start together migrate once: the others wait at the lock and find nothing left to do. */
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

/** A query that met silence leaves its connection stuck behind it: end it, so that the pool makes another. */
function endWhenSilent(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const result = query(...args)
    if (result instanceof Promise) {
      result.catch((error) => {
        if (error instanceof Error && error.message === 'Query read timeout')
          void (client as unknown as pg.Client).end()
      })
    }
    return result
  }) as typeof client.query
}

/** Drizzle's own transaction keeps the pool's connection for ever when `begin` fails, and gives a broken one back as if it were well. */
function withSafeTransactions(pool: pg.Pool): Db {
  const onPool = drizzle(pool, { schema })
  const perClient = new WeakMap<pg.PoolClient, ReturnType<typeof onClient>>()
  const onClient = (client: pg.PoolClient) => drizzle(client, { schema })
  const db: Db = onPool
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let broken = false
    try {
      const existing = perClient.get(client) ?? onClient(client)
      perClient.set(client, existing)
      return await (existing as Db).transaction(work, config)
    } catch (error) {
      broken = isDatabaseUnavailable(error)
      throw error
    } finally {
      client.release(broken)
    }
  }
  return db
}

import { once } from 'node:events'
import { from, to } from 'pg-copy-streams'
import { type CopySession, type EmptyDatabase, inChunks, NotEmptyError } from '../copy.ts'
import { Client } from './client.ts'

/** Connects without time limits: a table of gigabytes is one statement, and the transaction is idle while files are copied. */
export async function openPostgresCopy(url: string): Promise<CopySession> {
  const client = new Client({
    connectionString: url,
    application_name: 'flagyard backup',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    session: { statement_timeout: 0, idle_in_transaction_session_timeout: 0, lock_timeout: 0 },
  })
  let lost: Error | undefined
  client.on('error', (error) => {
    lost = error
  })
  await client.connect()
  return {
    query: (statement, values) => client.query(statement, values),
    read: (table, columns) => inChunks(client.query(to(`copy (select ${columns} from ${table}) to stdout`))),
    async write(table, columns, rows) {
      const stream = client.query(from(`copy ${table} (${columns}) from stdin`))
      stream.end(rows)
      await once(stream, 'finish')
      return stream.rowCount
    },
    async close() {
      if (!lost) await client.end()
    },
  }
}

/** Begins the transaction that restores into an empty Postgres database. */
export async function openEmptyPostgres(url: string): Promise<EmptyDatabase> {
  const session = await openPostgresCopy(url)
  const { rows } = await session.query(
    `select count(*)::int as tables from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema'`,
  )
  if (rows[0]?.tables !== 0) {
    await session.close()
    throw new NotEmptyError('The database of DATABASE_URL is not empty. Create an empty one, and restore into that.')
  }
  await session.query('begin')
  return {
    session,
    async commit() {
      await session.query('commit')
      await session.close()
    },
    // Postgres rolls back when the connection ends.
    discard: () => session.close().catch(() => {}),
  }
}

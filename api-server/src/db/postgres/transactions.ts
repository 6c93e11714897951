import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from '../db.ts'
import { isDatabaseUnavailable } from '../pg-errors.ts'
import * as schema from '../schema/index.ts'

/**
 * The database over a pool. Drizzle's own transaction never releases the connection if `begin` fails, and returns a broken connection to the pool as
 * healthy. The pool must have `pipeline`: concurrent queries of a transaction (`Promise.all`) are sent together, in order.
 */
export function withTransactions(pool: pg.Pool): Db {
  const onPool = drizzle(pool, { schema })
  const perClient = new WeakMap<pg.PoolClient, Db>()
  const onClient = (client: pg.PoolClient): Db =>
    drizzle(new TransactionClient(client as unknown as Client) as unknown as pg.PoolClient, { schema })
  const db: Db = onPool
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let broken = false
    try {
      const existing = perClient.get(client) ?? onClient(client)
      perClient.set(client, existing)
      return await existing.transaction(work, config)
    } catch (error) {
      broken = isDatabaseUnavailable(error)
      throw error
    } finally {
      client.release(broken)
    }
  }
  return db
}

/** A connection that sends `begin` together with the first statement, which saves one write and one round trip per transaction. */
class TransactionClient {
  readonly #client: Client
  #knowsBegin = false
  #begins = false

  constructor(client: Client) {
    this.#client = client
  }

  async query(config: pg.QueryConfig, values: unknown[]): Promise<unknown> {
    this.#gather()
    const { text } = config
    if (text === BEGIN) return this.#begin()
    if (!this.#begins) return this.#client.query(config, values)
    this.#begins = false
    // No statement was sent, so no transaction was started.
    if (text === 'commit' || text === 'rollback') return { rows: [] }
    const first = new FirstStatement(config, values)
    return new Promise((resolve, reject) => {
      this.#client.query(first, (error, result) => (error ? reject(error) : resolve(result)))
    })
  }

  async #begin(): Promise<unknown> {
    this.#begins = this.#knowsBegin
    if (this.#begins) return { rows: [] }
    const begun = await this.#client.query({ text: BEGIN, name: BEGIN }, [])
    this.#knowsBegin = true
    return begun
  }

  /** Sends all queries issued before the next await in one write, since each write wakes Postgres. */
  #gather(): void {
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}

const BEGIN = 'begin'

/** Parts of pg that its types do not declare. */
interface Client {
  connection: Connection
  query(config: pg.QueryConfig, values: unknown[]): Promise<unknown>
  query(first: FirstStatement, callback: (error: Error | null, result: unknown) => void): void
}
interface Connection {
  stream: { cork(): void; uncork(): void }
  bind(config: { statement: string }): void
  execute(config: object): void
}
interface Sent {
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
const Query = pg.Query as unknown as new (config: pg.QueryConfig & { queryMode: 'extended' }, values: unknown[]) => Sent

/** The statement after `begin`. Postgres skips everything up to the next Sync after an error, so it never runs if `begin` failed. */
class FirstStatement extends Query {
  #begun = false

  constructor(config: pg.QueryConfig, values: unknown[]) {
    super({ ...config, queryMode: 'extended' }, values)
  }

  override prepare(connection: Connection): void {
    connection.bind({ statement: BEGIN })
    connection.execute({})
    super.prepare(connection)
  }

  /** The first result belongs to `begin`. */
  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#begun) super.handleCommandComplete(message, connection)
    this.#begun = true
  }
}

import { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from './db.ts'
import * as schema from './schema/index.ts'

/**
 * One connection for the short reads of all requests. Each is sent at once, without waiting for the answers to those before it, so that
 * many share one write and one wake-up of Postgres. The answers come in the same order: a slow one holds up all behind it. Therefore
 * its statements have a short time limit, and Postgres refuses to write or to lock rows here. All find a few rows by an index whatever their values, so each is
 * planned once: on a young database Postgres may otherwise take the plan for the values at hand for the cheaper one each time, and spend more on planning than
 * on the read.
 */
export class Pipeline {
  readonly #options: pg.ClientConfig
  #client: pg.Client | undefined
  #ready: Promise<Db> | undefined
  #socket: Socket | undefined
  #gathering = false
  #closed = false

  constructor(options: pg.ClientConfig) {
    this.#options = { ...options, pipeline: true }
  }

  /** The database over this connection, which opens when it is first needed, and again after it was lost. */
  async connect(): Promise<Db> {
    if (this.#closed) throw new Error('Connection terminated: the database was closed')
    this.#ready ??= this.#open()
    const db = await this.#ready
    this.#gather()
    return db
  }

  /** Waits for the answers to what was sent. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#ready?.catch(() => {})
    await this.#client?.end()
  }

  /** What is asked in this turn of the event loop leaves in one write, since each write wakes Postgres. */
  #gather(): void {
    const socket = this.#socket
    if (!socket || this.#gathering) return
    this.#gathering = true
    socket.cork()
    setImmediate(() => {
      this.#gathering = false
      socket.uncork()
    })
  }

  async #open(): Promise<Db> {
    const socket = new Socket()
    const client = new pg.Client({ ...this.#options, stream: () => socket })
    this.#client = client
    this.#socket = socket
    // A lost connection tells so more than once, and perhaps when the next one is open already.
    const forget = () => {
      if (this.#client !== client) return
      this.#client = undefined
      this.#ready = undefined
      this.#socket = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    try {
      await client.connect()
      await client.query('set default_transaction_read_only = on; set plan_cache_mode = force_generic_plan')
    } catch (error) {
      forget()
      client.end().catch(() => {})
      throw error
    }
    return drizzle(client, { schema })
  }
}

const pipelines = new WeakMap<Db, Pipeline>()

export const addPipeline = (db: Db, pipeline: Pipeline) => pipelines.set(db, pipeline)

/** The pipeline beside a pool of connections. A transaction has none, nor has the embedded database. */
export const findPipeline = (db: Db): Pipeline | undefined => pipelines.get(db)

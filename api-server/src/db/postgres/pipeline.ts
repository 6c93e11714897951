import { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from '../db.ts'
import * as schema from '../schema/index.ts'
import { Client, type ClientOptions } from './client.ts'

/**
 * One connection for the short reads of all requests, and another for their counters. Each query is sent immediately, without waiting for earlier results, so that many share one
 * write and one wake-up of Postgres. Results arrive in the same order, so a slow query delays all queries behind it. Therefore statements here have a
 * short time limit, and reads may not write or lock rows. All of them find a few rows by an index regardless of their values, so each uses a generic plan.
 * Otherwise, on a young database, Postgres may consider a custom plan cheaper every time and spend more on planning than on the read.
 */
export class Pipeline {
  readonly #options: ClientOptions
  #client: pg.Client | undefined
  #ready: Promise<Db> | undefined
  #socket: Socket | undefined
  #gathering = false
  #closed = false

  constructor(options: ClientOptions, isReadOnly: boolean) {
    const session = { ...options.session, default_transaction_read_only: isReadOnly }
    this.#options = { ...options, session, pipeline: true }
  }

  /** The database over this connection, which opens on first use and again after a loss. */
  async connect(): Promise<Db> {
    if (this.#closed) throw new Error('Connection terminated: the database was closed')
    this.#ready ??= this.#open()
    const db = await this.#ready
    this.#gather()
    return db
  }

  /** Waits for the results of sent queries. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#ready?.catch(() => {})
    await this.#client?.end()
  }

  /** Sends all queries of this event loop turn in one write, since each write wakes Postgres. */
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
    const client = new Client({ ...this.#options, stream: () => socket })
    this.#client = client
    this.#socket = socket
    // A lost connection emits several events, perhaps after the next one is already open.
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
    } catch (error) {
      forget()
      client.end().catch(() => {})
      throw error
    }
    return drizzle(client, { schema })
  }
}

interface Pipelines {
  reads: Pipeline
  counts: Pipeline
}
const pipelines = new WeakMap<Db, Pipelines>()

export const addPipelines = (db: Db, ofPool: Pipelines) => pipelines.set(db, ofPool)

/** The pipelines that belong to a connection pool. Transactions and the embedded database have none. */
export const findPipelines = (db: Db): Pipelines | undefined => pipelines.get(db)

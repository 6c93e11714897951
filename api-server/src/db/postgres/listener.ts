import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Client, type ClientOptions } from './client.ts'

interface Subscriber {
  channel: string
  onPayload: (payload: string) => void
  onGap: () => void
}

/**
 * A dedicated connection that receives notifications for all channels. It breaks when the server or network restarts. A heartbeat detects that, it
 * reconnects, and every subscriber's `onGap` runs because notifications may have been missed.
 */
export class Listener {
  readonly #options: ClientOptions
  readonly #heartbeat: number
  readonly #subscribers = new Set<Subscriber>()
  readonly #lastQuery = new WeakMap<pg.Client, Promise<unknown>>()
  #client: Promise<pg.Client> | undefined
  #heartbeatTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: ClientOptions, heartbeatMilliseconds = 10_000) {
    this.#options = { ...options, query_timeout: 5_000 }
    this.#heartbeat = heartbeatMilliseconds
  }

  async listen(channel: string, onPayload: (payload: string) => void, onGap: () => void = () => {}) {
    const subscriber = { channel, onPayload, onGap }
    this.#subscribers.add(subscriber)
    try {
      const client = await this.#connected()
      await this.#query(client, `listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      this.#subscribers.delete(subscriber)
      throw error
    }
    return async () => {
      this.#subscribers.delete(subscriber)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#heartbeatTimer)
    const client = await this.#client?.catch(() => undefined)
    await client?.end().catch(() => {})
  }

  /** Runs one query at a time per client: the next major version of pg no longer queues them. */
  #query(client: pg.Client, statement: string): Promise<unknown> {
    const result = (this.#lastQuery.get(client) ?? Promise.resolve()).then(() => client.query(statement))
    this.#lastQuery.set(
      client,
      result.catch(() => {}),
    )
    return result
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect()
    return this.#client
  }

  async #connect(): Promise<pg.Client> {
    const client = new Client(this.#options)
    client.on('notification', ({ channel, payload }) => {
      for (const subscriber of this.#subscribers)
        if (subscriber.channel === channel) subscriber.onPayload(payload ?? '')
    })
    try {
      await client.connect()
      for (const channel of new Set([...this.#subscribers].map((subscriber) => subscriber.channel))) {
        await this.#query(client, `listen ${pg.escapeIdentifier(channel)}`)
      }
    } catch (error) {
      this.#client = undefined
      void client.end().catch(() => {})
      throw error
    }
    client.once('end', () => void this.#reconnect())
    clearInterval(this.#heartbeatTimer)
    this.#heartbeatTimer = setInterval(
      () => this.#query(client, 'select 1').catch(() => client.end().catch(() => {})),
      this.#heartbeat,
    )
    this.#heartbeatTimer.unref()
    return client
  }

  async #reconnect(): Promise<void> {
    clearInterval(this.#heartbeatTimer)
    this.#client = undefined
    for (let wait = 100; !this.#closed; wait = Math.min(wait * 2, 5_000)) {
      try {
        await this.#connected()
        for (const subscriber of this.#subscribers) subscriber.onGap()
        return
      } catch {
        await pause(wait, undefined, { ref: false })
      }
    }
  }
}

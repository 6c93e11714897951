import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

interface Subscriber {
  channel: string
  onPayload: (payload: string) => void
  onGap: () => void
}

/**
 * One connection of its own that hears notices for all channels. It is lost when the server restarts or the network does: found by a
 * heartbeat, made anew, and every subscriber is told that it may have missed something.
 */
export class Listener {
  readonly #options: pg.ClientConfig
  readonly #heartbeat: number
  readonly #subscribers = new Set<Subscriber>()
  readonly #turns = new WeakMap<pg.Client, Promise<unknown>>()
  #client: Promise<pg.Client> | undefined
  #beating: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: pg.ClientConfig, heartbeatMilliseconds = 10_000) {
    this.#options = { ...options, query_timeout: 5_000 }
    this.#heartbeat = heartbeatMilliseconds
  }

  async listen(channel: string, onPayload: (payload: string) => void, onGap: () => void = () => {}) {
    const subscriber = { channel, onPayload, onGap }
    this.#subscribers.add(subscriber)
    try {
      const client = await this.#connected()
      await this.#ask(client, `listen ${pg.escapeIdentifier(channel)}`)
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
    clearInterval(this.#beating)
    const client = await this.#client?.catch(() => undefined)
    await client?.end().catch(() => {})
  }

  /** One question after another, as a connection of pg will demand from its next version on. */
  #ask(client: pg.Client, question: string): Promise<unknown> {
    const answer = (this.#turns.get(client) ?? Promise.resolve()).then(() => client.query(question))
    this.#turns.set(
      client,
      answer.catch(() => {}),
    )
    return answer
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect()
    return this.#client
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#options)
    client.on('notification', ({ channel, payload }) => {
      for (const one of this.#subscribers) if (one.channel === channel) one.onPayload(payload ?? '')
    })
    client.on('error', () => {})
    try {
      await client.connect()
      for (const channel of new Set([...this.#subscribers].map((one) => one.channel))) {
        await this.#ask(client, `listen ${pg.escapeIdentifier(channel)}`)
      }
    } catch (error) {
      this.#client = undefined
      void client.end().catch(() => {})
      throw error
    }
    client.once('end', () => void this.#reconnect())
    clearInterval(this.#beating)
    this.#beating = setInterval(
      () => this.#ask(client, 'select 1').catch(() => client.end().catch(() => {})),
      this.#heartbeat,
    )
    this.#beating.unref()
    return client
  }

  async #reconnect(): Promise<void> {
    clearInterval(this.#beating)
    this.#client = undefined
    for (let wait = 100; !this.#closed; wait = Math.min(wait * 2, 5_000)) {
      try {
        await this.#connected()
        for (const one of this.#subscribers) one.onGap()
        return
      } catch {
        await pause(wait, undefined, { ref: false })
      }
    }
  }
}

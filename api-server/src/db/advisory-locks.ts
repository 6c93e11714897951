import { setTimeout as pause } from 'node:timers/promises'

/** The single connection that holds all locks of this process. The locks end with it. */
export interface LockSession {
  query(statement: string, values: string[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Registers a callback for a lost connection, which releases every lock. */
  onLost(listener: () => void): void
  close(): Promise<void>
}

export interface Locks {
  /**
   * Holds the named lock across all processes on this database until the returned function is called. `onWanted` is called when another caller waits
   * for the lock, or when the lock is lost. Rejects with {@link LockTimeoutError} if it is not free in time.
   */
  hold(name: string, options: { waitMs: number; onWanted: () => void }): Promise<() => Promise<void>>
}

export class LockTimeoutError extends Error {
  constructor(name: string) {
    super(`The lock ${name} was not free in time`)
    this.name = 'LockTimeoutError'
  }
}

type Listen = (channel: string, onPayload: (payload: string) => void) => Promise<unknown>

/** Postgres channel on which a process announces the lock it waits for. */
const CHANNEL = 'wanted_locks'
const ASK_EVERY_MS = 50

/**
 * Named advisory locks in Postgres. A process asks the database only for locks that it does not hold itself, because Postgres lets a session acquire
 * the same lock twice.
 */
export class AdvisoryLocks implements Locks {
  readonly #open: () => Promise<LockSession>
  readonly #listen: Listen
  readonly #held = new Map<string, () => void>()
  #session: Promise<LockSession> | undefined
  #listening: Promise<unknown> | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(open: () => Promise<LockSession>, listen: Listen) {
    this.#open = open
    this.#listen = listen
  }

  async hold(name: string, { waitMs, onWanted }: { waitMs: number; onWanted: () => void }) {
    this.#listening ??= this.#listen(CHANNEL, (wanted) => this.#held.get(wanted)?.()).catch((error) => {
      this.#listening = undefined
      throw error
    })
    await this.#listening
    const until = performance.now() + waitMs
    for (;;) {
      if (await this.#take(name, onWanted)) return () => this.#release(name, onWanted)
      if (performance.now() > until) throw new LockTimeoutError(name)
      const here = this.#held.get(name)
      if (here) here()
      else await this.#query(`select pg_notify('${CHANNEL}', $1)`, name)
      await pause(ASK_EVERY_MS)
    }
  }

  async close(): Promise<void> {
    const session = await this.#session?.catch(() => undefined)
    await session?.close()
  }

  async #take(name: string, onWanted: () => void): Promise<boolean> {
    if (this.#held.has(name)) return false
    this.#held.set(name, onWanted)
    try {
      const { rows } = await this.#query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', name)
      if (rows[0]?.taken === true) return true
    } catch (error) {
      this.#forget(name, onWanted)
      throw error
    }
    this.#forget(name, onWanted)
    return false
  }

  async #release(name: string, onWanted: () => void): Promise<void> {
    // If the connection was lost, another process may hold the lock by now.
    if (this.#held.get(name) !== onWanted) return
    try {
      await this.#query('select pg_advisory_unlock(hashtextextended($1, 0))', name)
    } finally {
      this.#forget(name, onWanted)
    }
  }

  #forget(name: string, onWanted: () => void) {
    if (this.#held.get(name) === onWanted) this.#held.delete(name)
  }

  /** Runs one query at a time: the next major version of pg no longer queues them. */
  #query(statement: string, name: string) {
    const result = this.#turn.then(async () => (await this.#connected()).query(statement, [name]))
    this.#turn = result.catch(() => {})
    return result
  }

  #connected(): Promise<LockSession> {
    this.#session ??= this.#connect()
    return this.#session
  }

  async #connect(): Promise<LockSession> {
    try {
      const session = await this.#open()
      session.onLost(() => {
        this.#session = undefined
        const lost = [...this.#held.values()]
        this.#held.clear()
        for (const onWanted of lost) onWanted()
      })
      return session
    } catch (error) {
      this.#session = undefined
      throw error
    }
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { CachedPlans } from './cached-plans.ts'

/** Milliseconds of database work after which other tasks on the event loop get a turn. */
const YIELD_AFTER_MS = 0.5
/** First OID of types that are not built into Postgres: row types of tables and their arrays. */
const FIRST_ROW_TYPE = 10_000

/**
 * PGlite that yields to the event loop. PGlite runs on the main thread and blocks it for each statement, and a chain of awaited statements would
 * block it for a whole transaction: a request that only reads memory would wait for another user's sign-in. Therefore it yields after half a
 * millisecond of work. PGlite holds its own locks meanwhile, so transactions stay atomic.
 */
export class CooperativePGlite extends PGlite {
  #busyMs = 0
  readonly #plans = new CachedPlans()

  static async open(options: PGliteOptions): Promise<CooperativePGlite> {
    const opened = new CooperativePGlite(options)
    await opened.waitReady
    // PGlite copies this list for every statement. It has an entry for the row type of each table and catalogue, which none of our queries return.
    for (const type of Object.keys(opened.parsers)) if (Number(type) >= FIRST_ROW_TYPE) delete opened.parsers[type]
    return opened
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    const startedAt = performance.now()
    try {
      return super.execProtocolRawSync(message)
    } finally {
      this.#busyMs += performance.now() - startedAt
    }
  }

  override async execProtocol(...call: Parameters<PGlite['execProtocol']>) {
    await this.#yieldToEventLoop()
    return super.execProtocol(...call)
  }

  override async execProtocolStream(...call: Parameters<PGlite['execProtocolStream']>) {
    await this.#yieldToEventLoop()
    const [message, options] = call
    return this.#plans.send(message, (each) => super.execProtocolStream(each, options))
  }

  async #yieldToEventLoop(): Promise<void> {
    if (this.#busyMs < YIELD_AFTER_MS) return
    this.#busyMs = 0
    await nextTurn()
  }
}

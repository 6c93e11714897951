import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'

/** What the database may take of the thread in one turn, in milliseconds. */
const TURN = 0.5
/** Types from here on are not Postgres' own basic ones: rows of tables and their arrays. */
const FIRST_ROW_TYPE = 10_000

/**
 * PGlite that shares its thread. It works while everybody waits, and what awaits one statement after another would hold the thread
 * for a whole transaction: whoever reads from memory would wait for a stranger's sign-in. After half a millisecond of work the others
 * come first. Its own locks hold meanwhile, so transactions are as whole as before.
 */
export class CooperativePGlite extends PGlite {
  #taken = 0

  static async open(options: PGliteOptions): Promise<CooperativePGlite> {
    const opened = new CooperativePGlite(options)
    await opened.waitReady
    // PGlite copies this list for each statement, with an entry for the rows of each table and catalogue, which no query of ours returns.
    for (const type of Object.keys(opened.parsers)) if (Number(type) >= FIRST_ROW_TYPE) delete opened.parsers[type]
    return opened
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    const began = performance.now()
    try {
      return super.execProtocolRawSync(message)
    } finally {
      this.#taken += performance.now() - began
    }
  }

  override async execProtocol(...call: Parameters<PGlite['execProtocol']>) {
    await this.#letOthers()
    return super.execProtocol(...call)
  }

  override async execProtocolStream(...call: Parameters<PGlite['execProtocolStream']>) {
    await this.#letOthers()
    return super.execProtocolStream(...call)
  }

  async #letOthers(): Promise<void> {
    if (this.#taken < TURN) return
    this.#taken = 0
    await nextTurn()
  }
}

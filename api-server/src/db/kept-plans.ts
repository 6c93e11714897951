import type { PGlite } from '@electric-sql/pglite'

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>
type Send = (message: Uint8Array) => Promise<Messages>

interface Statement {
  name: string
  /** The types of its values and of its rows. */
  described?: Messages
}

/** Statements whose plans are kept. Each takes some memory of the database. */
const MOST = 300
/** Texts that were seen once, and may be asked again. */
const MOST_SEEN = 2_000
const [PARSE, DESCRIBE, BIND] = [...'PDB'].map((letter) => letter.charCodeAt(0))
const STATEMENT = 'S'.charCodeAt(0)
/** Where the contents of a message begin, behind its kind and its length. */
const CONTENTS = 1 + Int32Array.BYTES_PER_ELEMENT
const PARSED: Messages = [{ name: 'parseComplete', length: CONTENTS }]

/**
 * Keeps the plans of statements that are asked again. PGlite parses and plans each statement anew, which takes most of its time; here the
 * second time a text comes, it gets a name, and from the third on neither is done again. Between parsing and binding PGlite lets nobody
 * else in. The structure of the database changes only before anything is asked.
 */
export class KeptPlans {
  readonly #kept = new Map<string, Statement>()
  readonly #seen = new Set<string>()
  #current: Statement | undefined

  async send(message: Uint8Array, send: Send): Promise<Messages> {
    const isUnnamed = message[message[0] === PARSE ? CONTENTS : CONTENTS + 1] === 0
    if (message[0] === PARSE && isUnnamed) return this.#parse(message, send)
    const current = this.#current
    if (!current || !isUnnamed) return send(message)
    if (message[0] === BIND) return send(withName(message, CONTENTS + 1, current.name))
    if (message[0] !== DESCRIBE || message[CONTENTS] !== STATEMENT) return send(message)
    current.described ??= await send(withName(message, CONTENTS + 1, current.name))
    return current.described
  }

  async #parse(message: Uint8Array, send: Send): Promise<Messages> {
    const text = Buffer.from(message.subarray(CONTENTS)).toString('latin1')
    this.#current = this.#kept.get(text)
    if (this.#current) return PARSED
    if (!this.#seen.delete(text) || this.#kept.size >= MOST) {
      if (this.#seen.size >= MOST_SEEN) this.#seen.clear()
      this.#seen.add(text)
      return send(message)
    }
    const statement = { name: `kept_${this.#kept.size}` }
    const parsed = await send(withName(message, CONTENTS, statement.name))
    this.#kept.set(text, statement)
    this.#current = statement
    return parsed
  }
}

/** The message with the name of a statement at this place, where it has an empty one. */
function withName(message: Uint8Array, place: number, name: string): Uint8Array {
  const named = Buffer.concat([message.subarray(0, place), Buffer.from(name), message.subarray(place)])
  named.writeInt32BE(named.length - 1, 1)
  return named
}

import type { PGlite } from '@electric-sql/pglite'

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>
type Send = (message: Uint8Array) => Promise<Messages>

interface Statement {
  name: string
  /** Parameter and row types. */
  described?: Messages
}

/** Maximum number of cached plans. Each takes some memory of the database. */
const MAX_PLANS = 300
/** Maximum number of statement texts that were seen once and may be repeated. */
const MAX_SEEN = 2_000
const [PARSE, DESCRIBE, BIND] = [...'PDB'].map((letter) => letter.charCodeAt(0))
const STATEMENT = 'S'.charCodeAt(0)
/** Offset of a message's contents, after its type and length. */
const CONTENTS = 1 + Int32Array.BYTES_PER_ELEMENT
const PARSED: Messages = [{ name: 'parseComplete', length: CONTENTS }]

/**
 * Caches the plans of repeated statements. PGlite parses and plans every statement again, which takes most of its time. Here a text gets a name on
 * its second use and is neither parsed nor planned from the third on. PGlite runs no other statement between parse and bind, and the schema only
 * changes before the first statement.
 */
export class CachedPlans {
  readonly #cached = new Map<string, Statement>()
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
    this.#current = this.#cached.get(text)
    if (this.#current) return PARSED
    if (!this.#seen.delete(text) || this.#cached.size >= MAX_PLANS) {
      if (this.#seen.size >= MAX_SEEN) this.#seen.clear()
      this.#seen.add(text)
      return send(message)
    }
    const statement = { name: `cached_${this.#cached.size}` }
    const parsed = await send(withName(message, CONTENTS, statement.name))
    this.#cached.set(text, statement)
    this.#current = statement
    return parsed
  }
}

/** Inserts the name of a statement at a position where the message has an empty one. */
function withName(message: Uint8Array, place: number, name: string): Uint8Array {
  const named = Buffer.concat([message.subarray(0, place), Buffer.from(name), message.subarray(place)])
  named.writeInt32BE(named.length - 1, 1)
  return named
}

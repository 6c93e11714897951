import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

interface RoundTrips {
  /** Statements sent to either kind of database. On Postgres they include `begin` and `commit`, on any connection. */
  statements: number
  /** Number of times the call waited for an answer before it sent more. Statements sent together are one wait. */
  waits: number
}

type Query = (this: unknown, ...args: unknown[]) => unknown
type Callback = (error: unknown, result: unknown) => void

/**
 * Counts what all pg clients and PGlite send, for one call at a time. It must be called before a database is opened,
 * because a pool stores the method when it connects. Waits are only counted on Postgres.
 */
export function watchRoundTrips() {
  const client = pg.Client.prototype as unknown as { query: Query }
  const query = client.query
  const embedded = PGlite.prototype as unknown as { query: Query }
  const embeddedQuery = embedded.query
  let statements = 0
  let answered = 0
  let waits = 0

  embedded.query = function (this: unknown, ...args) {
    statements++
    return embeddedQuery.apply(this, args)
  }
  client.query = function (this: unknown, ...args) {
    if (isHeartbeat(args[0])) return query.apply(this, args)
    statements++
    // The statement may depend on every answer received before it.
    const depth = answered + 1
    waits = Math.max(waits, depth)
    const settle = () => {
      answered = Math.max(answered, depth)
    }
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const counted: Callback = (error, result) => {
        settle()
        ;(callback as Callback)(error, result)
      }
      return query.apply(this, [...args.slice(0, -1), counted])
    }
    const result = query.apply(this, args)
    if (result instanceof Promise) result.then(settle, settle)
    return result
  }

  return {
    /** Counts the statements of a call until it is answered. */
    async count(call: () => Promise<unknown>): Promise<RoundTrips> {
      statements = answered = waits = 0
      await call()
      return { statements, waits }
    },
    stop() {
      client.query = query
      embedded.query = embeddedQuery
    },
  }
}

/** The listening connection sends this periodically, independently of calls. */
const isHeartbeat = (statement: unknown) => statement === 'select 1'

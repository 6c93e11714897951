import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Db } from './db.ts'

const planned = new WeakMap<Db, Db>()
const names = new Map<string, string>()

/**
 * The database with named statements, which Postgres parses once per connection and replans only while a custom plan is cheaper. For reads with few
 * distinct texts that take longer to plan than to run; each text takes memory in every connection. Returns a transaction or the embedded database
 * unchanged: the latter caches all plans (cached-plans.ts).
 */
export const plannedOnce = (db: Db): Db => planned.get(db) ?? db

export const addPlanned = (db: Db, named: Db) => planned.set(db, named)

/** The pool as used by drizzle, with a name for each statement text. */
export function namingStatements(pool: pg.Pool): pg.Pool {
  const query = (config: pg.QueryConfig, values?: unknown[]) =>
    pool.query({ ...config, name: nameOf(config.text) }, values)
  return new Proxy(pool, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) })
}

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

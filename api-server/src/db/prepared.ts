import type { Db } from './open.ts'

/**
 * A prepared statement for hot queries: built once per database and planned once per Postgres connection. Its values
 * must be placeholders.
 */
export function prepared<T>(prepare: (db: Db) => T): (db: Db) => T {
  const statements = new WeakMap<Db, T>()
  return (db) => {
    const statement = statements.get(db) ?? prepare(db)
    statements.set(db, statement)
    return statement
  }
}

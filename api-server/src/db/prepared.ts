import type { Db } from './open.ts'

/**
 * A statement of what many requests ask: built once for each database, and planned once for each connection to Postgres. Its values
 * are placeholders.
 */
export function prepared<T>(prepare: (db: Db) => T): (db: Db) => T {
  const statements = new WeakMap<Db, T>()
  return (db) => {
    const statement = statements.get(db) ?? prepare(db)
    statements.set(db, statement)
    return statement
  }
}

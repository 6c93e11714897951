import type { Db } from './open.ts'
import { findPipeline } from './postgres/pipeline.ts'

/** A prepared statement for hot queries: built and planned once per Postgres connection. Its values must be placeholders. */
export function prepared<T>(prepare: (db: Db) => T): (db: Db) => T {
  const statements = new WeakMap<object, T>()
  return (db) => {
    // The transactions of one connection share its session.
    const { session } = db._
    const statement = statements.get(session) ?? prepare(db)
    statements.set(session, statement)
    return statement
  }
}

/**
 * A prepared select that shares one connection with all others of its kind (pipeline.ts). Only for reads of a few rows by an index, because later
 * queries wait for it. In a transaction and on the embedded database it runs like any other query.
 */
export function pipelinedRead<Rows>(name: string, select: (db: Db) => Select<Rows>) {
  const statement = prepared((db) => select(db).prepare(name))
  return async (db: Db, values: Record<string, unknown> = {}): Promise<Rows> => {
    const pipeline = findPipeline(db)
    return statement(pipeline ? await pipeline.connect() : db).execute(values)
  }
}

/** Matches drizzle's `select`, but no insert, update, delete or raw statement. */
interface Select<Rows> {
  readonly _: { readonly selectMode: string; readonly result: Rows }
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> }
}

import type { Db } from './open.ts'
import { findPipelines } from './postgres/pipeline.ts'

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
export const pipelinedRead = <Rows>(name: string, select: (db: Db) => Select<Rows>) => pipelined('reads', name, select)

/**
 * A prepared upsert of a counter, which shares another connection with all others of its kind. Only for one row of `rate_limits` or two: that table is
 * unlogged, so a commit does not wait for the disk.
 */
export const pipelinedCount = <Rows>(name: string, count: (db: Db) => Preparable<Rows>) =>
  pipelined('counts', name, count)

function pipelined<Rows>(kind: 'reads' | 'counts', name: string, query: (db: Db) => Preparable<Rows>) {
  const statement = prepared((db) => query(db).prepare(name))
  return async (db: Db, values: Record<string, unknown> = {}): Promise<Rows> => {
    const pipeline = findPipelines(db)?.[kind]
    return statement(pipeline ? await pipeline.connect() : db).execute(values)
  }
}

/** Matches drizzle's `select`, but no insert, update, delete or raw statement. */
interface Select<Rows> extends Preparable<Rows> {
  readonly _: { readonly selectMode: string; readonly result: Rows }
}

interface Preparable<Rows> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> }
}

import { getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Tx } from './open.ts'

/** Maximum number of rows per insert statement: far below the number of parameters that Postgres accepts. */
const CHUNK = 200

/**
 * Inserts the rows, or updates those whose id exists, in the columns present in the rows. `always` contains further columns to set on update. Slugs
 * are never changed. Setting a unique column would block all transactions that write a row referring to this one.
 */
export async function upsertRows<T extends PgTable & { id: PgColumn }>(
  tx: Tx,
  table: T,
  rows: T['$inferInsert'][],
  always: Record<string, SQL> = {},
): Promise<void> {
  const given = new Set(rows.flatMap((row) => Object.keys(row)))
  const columns = Object.entries(getTableColumns(table)).filter(
    ([key]) => key !== 'id' && key !== 'slug' && given.has(key),
  )
  const excluded = columns.map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`])
  // The keys are columns of the table, which the type of entries cannot express.
  const set = { ...Object.fromEntries(excluded), ...always } as PgUpdateSetSource<T>
  for (let from = 0; from < rows.length; from += CHUNK)
    await tx
      .insert(table)
      .values(rows.slice(from, from + CHUNK))
      .onConflictDoUpdate({ target: table.id, set })
}

/**
 * Writes of authors and the content import to one table, by id. `save` upserts whole rows and restores archived ones. `archive` is for rows with
 * learner history: by their time, or else by their status. `delete` is for rows without it. All bump the version, if the table has one.
 */
export function contentWrites<T extends PgTable & { id: PgColumn }>(table: T) {
  const { version, archived_at }: Record<string, PgColumn> = getTableColumns(table)
  const edited: Record<string, SQL> = version ? { version: sql`${version} + 1`, updated_at: sql`now()` } : {}
  const archived = { ...edited, ...(archived_at ? { archived_at: sql`now()` } : { status: 'archived' }) }
  return {
    save: (tx: Tx, rows: T['$inferInsert'][]) =>
      upsertRows(tx, table, archived_at ? rows.map((row) => ({ ...row, archived_at: null })) : rows, edited),
    async archive(tx: Tx, ids: string[]) {
      await tx
        .update(table)
        .set(archived as PgUpdateSetSource<T>)
        .where(inArray(table.id, ids))
    },
    async delete(tx: Tx, ids: string[]) {
      await tx.delete(table).where(inArray(table.id, ids))
    },
  }
}

import { getTableColumns, type SQL, sql } from 'drizzle-orm'
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

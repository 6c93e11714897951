import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Tx } from './open.ts'

/** Rows that one statement writes: far below the number of parameters that Postgres takes. */
const CHUNK = 200

/**
 * Inserts the rows; those whose id is there already are updated instead, in the columns that the rows have. `always` names what an
 * update sets besides. A slug never changes; and setting a unique column would make everybody wait who writes a row that points at this one.
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
  // Its keys are columns of the table, which a type cannot say of entries.
  const set = { ...Object.fromEntries(excluded), ...always } as PgUpdateSetSource<T>
  for (let from = 0; from < rows.length; from += CHUNK)
    await tx
      .insert(table)
      .values(rows.slice(from, from + CHUNK))
      .onConflictDoUpdate({ target: table.id, set })
}

import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/**
 * Totals are exact up to here and estimated above. Counting a million rows for a page of 25 would cost more than the
 * page.
 */
export const EXACT_TO = 10_000

/** Number of matching rows: counted up to 10,000, above that the planner's estimate. */
export async function countRows(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
): Promise<{ total: number; estimated: boolean }> {
  const matching = db
    .select({ unused: sql<number>`1`.as('unused') })
    .from(table)
    .where(where)
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(matching.limit(EXACT_TO + 1).as('counted'))
  const total = row?.total ?? 0
  if (total <= EXACT_TO) return { total, estimated: false }
  return { total: Math.max(await plannedRows(db, table, where), EXACT_TO + 1), estimated: true }
}

async function plannedRows(db: Db, table: PgTable, where: SQL | undefined): Promise<number> {
  const query = db
    .select({ unused: sql<number>`1`.as('unused') })
    .from(table)
    .where(where)
  // Both drivers return rows from `execute`; the driver-independent type does not say so.
  const answer = (await db.execute(sql`explain (format json) ${query}`)) as unknown as {
    rows: { 'QUERY PLAN': string | [{ Plan: { 'Plan Rows': number } }] }[]
  }
  const plan = answer.rows[0]?.['QUERY PLAN']
  const [top] = (typeof plan === 'string' ? JSON.parse(plan) : plan) as [{ Plan: { 'Plan Rows': number } }]
  return Math.round(top.Plan['Plan Rows'])
}

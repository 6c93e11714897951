import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/** Totals are exact up to here and estimated above: counting a million rows for a page of 25 would cost more than the page. */
export const EXACT_TO = 10_000

/** How many rows of the table match: counted to 10,000, above that what the planner expects. */
export async function countRows(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
): Promise<{ total: number; estimated: boolean }> {
  const matching = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(matching.limit(EXACT_TO + 1).as('counted'))
  const total = row?.total ?? 0
  if (total <= EXACT_TO) return { total, estimated: false }
  return { total: Math.max(await expectedRows(db, table, where), EXACT_TO + 1), estimated: true }
}

async function expectedRows(db: Db, table: PgTable, where: SQL | undefined): Promise<number> {
  const query = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
  // Both drivers answer `execute` with rows; the type says so for neither.
  const answer = (await db.execute(sql`explain (format json) ${query}`)) as unknown as {
    rows: { 'QUERY PLAN': string | [{ Plan: { 'Plan Rows': number } }] }[]
  }
  const plan = answer.rows[0]?.['QUERY PLAN']
  const [top] = (typeof plan === 'string' ? JSON.parse(plan) : plan) as [{ Plan: { 'Plan Rows': number } }]
  return Math.round(top.Plan['Plan Rows'])
}

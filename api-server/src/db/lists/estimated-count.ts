import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db.ts'

/** Maximum exact total. Larger totals are estimated, because counting a million rows would cost more than reading a page of 25. */
export const EXACT_TO = 10_000

/** Number of matching rows: counted up to 10,000, above that the planner's estimate. */
export async function countRows(db: Db, table: PgTable, where: SQL | undefined): Promise<Count> {
  const [row] = await db.select({ counted: countUpToLimit(table, where) }).from(sql`(select 1) as one`)
  return countOrEstimate(db, table, where, row?.counted ?? 0)
}

export interface Count {
  total: number
  estimated: boolean
}

/** The count as an SQL expression, at most one above the limit. */
export const countUpToLimit = (table: PgTable, where: SQL | undefined) =>
  sql<number>`(select count(*)::int from (select 1 from ${table} where ${where ?? sql`true`} limit ${sql.raw(String(EXACT_TO + 1))}) counted)`

/** Result of `countUpToLimit`, or the estimate if it is above the limit. */
export async function countOrEstimate(db: Db, table: PgTable, where: SQL | undefined, counted: number): Promise<Count> {
  if (counted <= EXACT_TO) return { total: counted, estimated: false }
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

import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Current time of the database, which is authoritative. Not the start time of the transaction, which may have waited for a lock. */
export async function readNow(db: Db): Promise<Date> {
  const [row] = await db
    .select({ now: sql<string>`date_trunc('milliseconds', clock_timestamp())` })
    .from(sql`(select 1) as unused`)
  if (!row) throw new Error('The database did not return its time')
  return new Date(row.now)
}

/** The same for a driver without Drizzle. */
export const READ_CLOCK = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms'
export interface ClockRow {
  ms: number
}
export const toDate = ({ rows }: { rows: ClockRow[] }): Date => new Date(rows[0]?.ms ?? Number.NaN)

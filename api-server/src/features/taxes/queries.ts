import { and, desc, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { sellers, taxRates } from '../../db/schema/index.ts'

export type SellerRow = typeof sellers.$inferSelect

/** The seller at a moment, by default the database's now, and the day that it is there then. Undefined until one was set up. */
export async function findSeller(db: Db, at?: Date): Promise<(SellerRow & { day: string }) | undefined> {
  const day = sql<string>`(${at ? sql`${at.toISOString()}::timestamptz` : sql`now()`} at time zone ${sellers.time_zone})::date`
  const [row] = await db
    .select({ seller: sellers, day: sql<string>`${day}::text` })
    .from(sellers)
    .where(lte(sellers.valid_from, day))
    .orderBy(desc(sellers.valid_from), desc(sellers.version))
    .limit(1)
  return row && { ...row.seller, day: row.day }
}

/** The rates of these countries on a day. */
export async function findRates(db: Db, countries: string[], day: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ country: taxRates.country, rate: taxRates.rate })
    .from(taxRates)
    .where(
      and(
        inArray(taxRates.country, countries),
        lte(taxRates.valid_from, day),
        or(isNull(taxRates.valid_until), gte(taxRates.valid_until, day)),
      ),
    )
  return new Map(rows.map(({ country, rate }) => [country, rate]))
}

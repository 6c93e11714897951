import { and, desc, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { sellers, taxRates } from '../../../db/schema/index.ts'

export type SellerRow = typeof sellers.$inferSelect

/** Seller at a given time, by default now, with the day in the seller's time zone. Undefined if none was configured. */
export async function findSeller(db: Db, at?: Date): Promise<(SellerRow & { day: string }) | undefined> {
  const moment = at ? sql`${at.toISOString()}::timestamptz` : sql`now()`
  const rows = await db
    .select({ seller: sellers, epoch: sql<number>`extract(epoch from ${moment})::float8` })
    .from(sellers)
    // In some time zones it is already tomorrow. The exact comparison is done below, because the database may not know every zone that can be
    // chosen.
    .where(lte(sellers.valid_from, sql`(${moment} at time zone 'UTC')::date + 1`))
    .orderBy(desc(sellers.valid_from), desc(sellers.version))
  const withDays = rows.map(({ seller, epoch }) => ({ ...seller, day: dayIn(seller.time_zone, epoch * 1000) }))
  return withDays.find(({ valid_from, day }) => valid_from <= day)
}

/** Start of the first seller. Undefined if none was configured. */
export async function findFirstSeller(db: Db) {
  const [first] = await db
    .select({ valid_from: sellers.valid_from, time_zone: sellers.time_zone })
    .from(sellers)
    .orderBy(sellers.valid_from)
    .limit(1)
  return first
}

/** `2026-11-03`: the date at a given time (milliseconds since the epoch) in a time zone. */
export const dayIn = (timeZone: string, at: number) =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(at)

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

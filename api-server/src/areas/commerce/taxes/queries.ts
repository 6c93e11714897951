import { and, desc, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { sellers, taxRates } from '../../../db/schema/index.ts'
import { firstRow, hasId, lockName, oneRow } from '../../../db/sql.ts'

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

/** VAT rates of these countries on a day, in hundredths of a percent. Countries without a rate are omitted. */
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

export type TaxRateRow = typeof taxRates.$inferSelect

export const taxRateSource = {
  table: taxRates,
  id: sql`${taxRates.id}::text`,
  where: ({ id, country }) =>
    and(id && isAmongUuids(taxRates.id, id), country === undefined ? undefined : eq(taxRates.country, country)),
  keys: {
    country: [sql`${taxRates.country}`, sql`${taxRates.id}`],
    rate: [sql`${taxRates.rate}`, sql`${taxRates.id}`],
    valid_from: [sql`${taxRates.valid_from}`, sql`${taxRates.id}`],
  },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: taxRates.id,
          country: taxRates.country,
          rate: taxRates.rate,
          valid_from: taxRates.valid_from,
          valid_until: taxRates.valid_until,
          created_at: taxRates.created_at,
          version: taxRates.version,
          ...slice.cursor,
        })
        .from(taxRates),
      slice,
    ),
} satisfies ListSourceOf<'listTaxRates'>

/** Serialises changes to a country's rates until the transaction ends. */
export const lockCountry = (tx: Tx, country: string) => lockName(tx, `tax rates ${country}`)

export const findTaxRate = (db: Db, id: string): Promise<TaxRateRow | undefined> =>
  firstRow(db.select().from(taxRates).where(hasId(taxRates.id, id)))

export async function findLatestRate(db: Db, country: string): Promise<TaxRateRow | undefined> {
  const [row] = await db
    .select()
    .from(taxRates)
    .where(eq(taxRates.country, country))
    .orderBy(desc(taxRates.valid_from))
    .limit(1)
  return row
}

export const insertRate = (tx: Tx, row: typeof taxRates.$inferInsert): Promise<TaxRateRow> =>
  oneRow(tx.insert(taxRates).values(row).returning())

export const endRate = (tx: Tx, id: string, valid_until: string) =>
  tx
    .update(taxRates)
    .set({ valid_until, version: sql`${taxRates.version} + 1` })
    .where(eq(taxRates.id, id))

/** Maximum number of seller versions shown on a page. */
const SHOWN = 100

export const listSellers = (db: Db): Promise<SellerRow[]> =>
  db.select().from(sellers).orderBy(desc(sellers.version)).limit(SHOWN)

export const insertSeller = (tx: Tx, row: typeof sellers.$inferInsert) => tx.insert(sellers).values(row)

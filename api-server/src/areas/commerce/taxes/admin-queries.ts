import { and, desc, eq, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../../db/list-source.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { sellers, taxRates } from '../../../db/schema/index.ts'
import { hasId } from '../../../db/uuid.ts'
import type { SellerRow } from './queries.ts'

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
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: taxRates.id,
        country: taxRates.country,
        rate: taxRates.rate,
        valid_from: taxRates.valid_from,
        valid_until: taxRates.valid_until,
        created_at: taxRates.created_at,
        version: taxRates.version,
        ...cursor,
      })
      .from(taxRates)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listTaxRates'>

/** Serialises changes to a country's rates until the transaction ends. */
export async function lockCountry(tx: Tx, country: string) {
  await tx
    .select({ locked: sql`pg_advisory_xact_lock(hashtext(${`tax rates ${country}`}))::text` })
    .from(sql`(select 1) as unused`)
}

export async function findTaxRate(db: Db, id: string): Promise<TaxRateRow | undefined> {
  const [row] = await db.select().from(taxRates).where(hasId(taxRates.id, id))
  return row
}

export async function findLatestRate(db: Db, country: string): Promise<TaxRateRow | undefined> {
  const [row] = await db
    .select()
    .from(taxRates)
    .where(eq(taxRates.country, country))
    .orderBy(desc(taxRates.valid_from))
    .limit(1)
  return row
}

export async function insertRate(tx: Tx, row: typeof taxRates.$inferInsert): Promise<TaxRateRow> {
  const [inserted] = await tx.insert(taxRates).values(row).returning()
  if (!inserted) throw new Error('An insert returned no row')
  return inserted
}

export async function endRate(tx: Tx, id: string, valid_until: string) {
  await tx
    .update(taxRates)
    .set({ valid_until, version: sql`${taxRates.version} + 1` })
    .where(eq(taxRates.id, id))
}

/** Maximum number of seller versions shown on a page. */
const SHOWN = 100

export const listSellers = (db: Db): Promise<SellerRow[]> =>
  db.select().from(sellers).orderBy(desc(sellers.version)).limit(SHOWN)

export const insertSeller = (tx: Tx, row: typeof sellers.$inferInsert) => tx.insert(sellers).values(row)

import { and, eq, inArray, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import { type CloudName, resourcePrices } from '../../../db/schema/index.ts'
import { firstRow, hasId } from '../../../db/sql.ts'

export type PriceRow = typeof resourcePrices.$inferSelect

/** Must match the expression of the index `resource_prices_search`. */
const searchable = sql`${resourcePrices.type} || ' ' || ${resourcePrices.region}`

export const priceSource = {
  table: resourcePrices,
  id: sql`${resourcePrices.id}::text`,
  where: ({ id, q, cloud }) =>
    and(id && isAmongUuids(resourcePrices.id, id), contains(searchable, q), cloud && eq(resourcePrices.cloud, cloud)),
  keys: {
    type: [sql`${resourcePrices.type}`, sql`${resourcePrices.id}`],
    hourly_micros: [sql`${resourcePrices.hourly_micros}`, sql`${resourcePrices.id}`],
    updated_at: [sql`${resourcePrices.updated_at}`, sql`${resourcePrices.id}`],
  },
  read: (db, slice) => sliceOf(db.select({ ...columns, ...slice.cursor }).from(resourcePrices), slice),
} satisfies ListSourceOf<'listResourcePrices'>

const columns = {
  id: resourcePrices.id,
  cloud: resourcePrices.cloud,
  type: resourcePrices.type,
  region: resourcePrices.region,
  hourly_micros: resourcePrices.hourly_micros,
  currency: resourcePrices.currency,
  updated_at: resourcePrices.updated_at,
  version: resourcePrices.version,
}

export const findPrice = (db: Db, id: string): Promise<PriceRow | undefined> =>
  firstRow(db.select().from(resourcePrices).where(hasId(resourcePrices.id, id)))

export const lockPrice = (tx: Db, id: string): Promise<PriceRow | undefined> =>
  firstRow(tx.select().from(resourcePrices).where(hasId(resourcePrices.id, id)).for('update'))

/** Returns undefined if this type already has a price in the region. */
export const insertPrice = (tx: Db, values: typeof resourcePrices.$inferInsert): Promise<PriceRow | undefined> =>
  firstRow(tx.insert(resourcePrices).values(values).onConflictDoNothing().returning())

export const updatePrice = (tx: Db, id: string, hourly_micros: number) =>
  tx
    .update(resourcePrices)
    .set({ hourly_micros, updated_at: sql`now()`, version: sql`${resourcePrices.version} + 1` })
    .where(eq(resourcePrices.id, id))

export const deletePrice = (tx: Db, id: string) => tx.delete(resourcePrices).where(eq(resourcePrices.id, id))

/** Hourly price of each of these types in a region: from a row for the region, or else from the row for all regions. Types without either are omitted. */
export async function listHourlyPrices(
  db: Db,
  { cloud, region }: { cloud: CloudName; region: string },
  types: string[],
): Promise<Map<string, number>> {
  if (types.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([resourcePrices.type], {
      type: resourcePrices.type,
      hourly: resourcePrices.hourly_micros,
    })
    .from(resourcePrices)
    .where(
      and(
        eq(resourcePrices.cloud, cloud),
        inArray(resourcePrices.type, types),
        inArray(resourcePrices.region, [region, '*']),
      ),
    )
    .orderBy(resourcePrices.type, sql`${resourcePrices.region} = '*'`)
  return new Map(rows.map(({ type, hourly }) => [type, hourly]))
}

/** Hourly price of each of these types, if known, in the most expensive region, because a lab may be built in any region. */
export async function listHighestPrices(db: Db, cloud: CloudName, types: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ type: resourcePrices.type, hourly: sql<number>`max(${resourcePrices.hourly_micros})::int` })
    .from(resourcePrices)
    .where(and(eq(resourcePrices.cloud, cloud), inArray(resourcePrices.type, types)))
    .groupBy(resourcePrices.type)
  return new Map(rows.map(({ type, hourly }) => [type, hourly]))
}

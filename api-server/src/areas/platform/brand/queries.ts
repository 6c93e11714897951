import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { brand } from '../../../db/schema/index.ts'

const { id: _, updated_at: __, ...columns } = getTableColumns(brand)

export async function findBrand(db: Db) {
  const [row] = await db.select(columns).from(brand).where(eq(brand.id, 1))
  return row
}

/** Saves the version that follows `version`; false if another administrator was faster. */
export async function saveBrand(tx: Db, { version, ...settings }: Omit<typeof brand.$inferInsert, 'id'>) {
  const saved =
    version === 0
      ? await tx.insert(brand).values(settings).onConflictDoNothing().returning({ id: brand.id })
      : await tx
          .update(brand)
          .set({ ...settings, version: sql`${brand.version} + 1`, updated_at: sql`now()` })
          .where(and(eq(brand.id, 1), eq(brand.version, version ?? 0)))
          .returning({ id: brand.id })
  return saved.length > 0
}

/** Channel of `notifyOfBrand`. */
export const BRAND_CHANNEL = 'brand'

/** Makes every process read the brand again when the transaction commits. */
export const notifyOfBrand = (tx: Db) => tx.execute(sql`select pg_notify(${BRAND_CHANNEL}, '')`)

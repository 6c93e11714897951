import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { alarmSettings } from '../../../db/schema/index.ts'

/** Default until an owner changes it. */
const POOL_LOW = { aws: 1, azure: 1, gcp: 1 }

export async function findSettings(db: Db) {
  const [row] = await db
    .select({ pool_low: alarmSettings.pool_low, version: alarmSettings.version })
    .from(alarmSettings)
    .where(eq(alarmSettings.id, 1))
  return row ?? { pool_low: POOL_LOW, version: 0 }
}

/** Saves the next version; false if another administrator was faster. */
export async function saveSettings(
  tx: Db,
  { version, pool_low }: Awaited<ReturnType<typeof findSettings>>,
): Promise<boolean> {
  const saved =
    version === 0
      ? await tx.insert(alarmSettings).values({ pool_low }).onConflictDoNothing().returning({ id: alarmSettings.id })
      : await tx
          .update(alarmSettings)
          .set({ pool_low, version: version + 1, updated_at: sql`now()` })
          .where(and(eq(alarmSettings.id, 1), eq(alarmSettings.version, version)))
          .returning({ id: alarmSettings.id })
  return saved.length > 0
}

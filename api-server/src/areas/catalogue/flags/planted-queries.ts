import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { FINDABLE_DAYS, plantedFlags } from '../../../db/schema/index.ts'

export async function insertPlanted(tx: Db, rows: (typeof plantedFlags.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(plantedFlags).values(rows).onConflictDoNothing()
}

/** Finds the other account in whose environment a value was deployed. One index lookup, regardless of the number of environments. */
export async function findPlanted(db: Db, value: { fingerprint: string; flagIds: string[]; userId: string }) {
  const [row] = await db
    .select({
      flag_id: plantedFlags.flag_id,
      user_id: plantedFlags.user_id,
      deployment_id: plantedFlags.deployment_id,
    })
    .from(plantedFlags)
    .where(
      and(
        eq(plantedFlags.fingerprint, value.fingerprint),
        inArray(plantedFlags.flag_id, value.flagIds),
        ne(plantedFlags.user_id, value.userId),
        sql`${plantedFlags.planted_at} > now() - make_interval(days => ${FINDABLE_DAYS}::int)`,
      ),
    )
    .orderBy(desc(plantedFlags.planted_at))
    .limit(1)
  return row
}

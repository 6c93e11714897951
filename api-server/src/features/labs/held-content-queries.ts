import { and, eq, inArray, sql } from 'drizzle-orm'
import { labAccess, labs } from '../../db/schema/index.ts'
import type { HeldContent } from '../../extension-points/held-content.ts'

/** The clock, the counters and the extra data of each lab. */
export const labHoldings: HeldContent = {
  async list(db, { user_id, lab_ids }) {
    if (lab_ids.length === 0) return []
    const rows = await db
      .select({ id: labs.id, title: labs.title, has_data: sql<boolean>`${labAccess.extra_data_at} is not null` })
      .from(labAccess)
      .innerJoin(labs, eq(labs.id, labAccess.lab_id))
      .where(and(eq(labAccess.user_id, user_id), inArray(labAccess.lab_id, lab_ids)))
      .orderBy(labs.title)
    return rows.map(({ id, title, has_data }) => ({
      what: `What was used of the lab “${title}”${has_data ? ', with its extra data' : ''}`,
      is: 'progress',
      key: `lab_access:${id}`,
    }))
  },
  async move(tx, { user_id, lab_ids }, to) {
    if (lab_ids.length === 0) return
    await tx
      .update(labAccess)
      .set({ user_id: to, version: sql`${labAccess.version} + 1` })
      .where(and(eq(labAccess.user_id, user_id), inArray(labAccess.lab_id, lab_ids)))
  },
}

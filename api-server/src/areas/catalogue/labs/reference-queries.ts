import { and, eq, inArray, sql } from 'drizzle-orm'
import { labAccess, labs } from '../../../db/schema/index.ts'
import type { ContentReferences } from '../../../extension-points/content-references.ts'

/** Access period, counters and extra data of each lab. */
export const labReferences: ContentReferences = {
  async list(db, { user_id, lab_ids }) {
    if (lab_ids.length === 0) return []
    const rows = await db
      .select({ id: labs.id, title: labs.title, has_data: sql<boolean>`${labAccess.extra_data_at} is not null` })
      .from(labAccess)
      .innerJoin(labs, eq(labs.id, labAccess.lab_id))
      .where(and(eq(labAccess.user_id, user_id), inArray(labAccess.lab_id, lab_ids)))
      .orderBy(labs.title)
    return rows.map(({ id, title, has_data }) => ({
      what: `Use of the lab “${title}”${has_data ? ', with its extra data' : ''}`,
      is: 'progress',
      merges: true,
      key: `lab_access:${id}`,
    }))
  },
  async move(tx, { user_id, lab_ids }, to) {
    if (lab_ids.length === 0) return
    const ofHolder = and(eq(labAccess.user_id, user_id), inArray(labAccess.lab_id, lab_ids))
    // If both learners used the lab, the higher usage and the later end count.
    await tx.execute(sql`update ${labAccess} set
        first_deployed_at = least(lab_access.first_deployed_at, theirs.first_deployed_at),
        access_ends_at = greatest(lab_access.access_ends_at, theirs.access_ends_at),
        resets_used = greatest(lab_access.resets_used, theirs.resets_used),
        downloads_used = greatest(lab_access.downloads_used, theirs.downloads_used),
        download_limit = greatest(lab_access.download_limit, theirs.download_limit),
        extra_data = case when lab_access.extra_data_at is null then theirs.extra_data else lab_access.extra_data end,
        extra_data_at = coalesce(lab_access.extra_data_at, theirs.extra_data_at)
      from ${labAccess} theirs
      where theirs.user_id = ${to} and theirs.lab_id = lab_access.lab_id and ${ofHolder}`)
    const usedByBoth = sql`(select mine.lab_id from ${labAccess} mine where mine.user_id = ${user_id})`
    await tx
      .delete(labAccess)
      .where(and(eq(labAccess.user_id, to), inArray(labAccess.lab_id, lab_ids), inArray(labAccess.lab_id, usedByBoth)))
    await tx
      .update(labAccess)
      .set({ user_id: to, version: sql`${labAccess.version} + 1` })
      .where(ofHolder)
  },
}

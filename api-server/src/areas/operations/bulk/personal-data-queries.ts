import { and, eq, inArray, like } from 'drizzle-orm'
import { bulkItems, bulkJobs } from '../../../db/schema/index.ts'
import type { SpecialDuties } from '../../../extension-points/personal-data.ts'

export const bulkSpecials: SpecialDuties = {
  /** Items of jobs on users are identified by username. */
  async erase(tx, { username, alias }) {
    const ofUsers = tx.select({ id: bulkJobs.id }).from(bulkJobs).where(like(bulkJobs.kind, 'users.%'))
    await tx
      .update(bulkItems)
      .set({ item: alias })
      .where(and(eq(bulkItems.item, username), inArray(bulkItems.job_id, ofUsers)))
  },
}

import { eq } from 'drizzle-orm'
import { labAccess, labs } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const labData: PersonalData = {
  name: 'labs',
  tables: ['lab_access'],
  async collect(db, { id }) {
    const access = await db
      .select({
        lab: labs.slug,
        title: labs.title,
        first_deployed_at: labAccess.first_deployed_at,
        access_ends_at: labAccess.access_ends_at,
        resets_used: labAccess.resets_used,
        downloads_used: labAccess.downloads_used,
        extra_data: labAccess.extra_data,
        extra_data_at: labAccess.extra_data_at,
      })
      .from(labAccess)
      .innerJoin(labs, eq(labs.id, labAccess.lab_id))
      .where(eq(labAccess.user_id, id))
    return { labs: access }
  },
  async erase(tx, { id }) {
    await tx.delete(labAccess).where(eq(labAccess.user_id, id))
  },
}

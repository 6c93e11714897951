import { eq } from 'drizzle-orm'
import { labAccess, labs } from '../../db/schema/index.ts'
import { because, type PersonalData, personalRows } from '../../extension-points/personal-data.ts'

const mine = personalRows(labAccess, {
  user_id: { notExported: because.ours },
  lab_id: { notExported: 'told by its name' },
  first_deployed_at: { exported: true },
  access_ends_at: { exported: true },
  resets_used: { exported: true },
  downloads_used: { exported: true },
  download_limit: { exported: true },
  extra_data: { exported: true },
  extra_data_at: { exported: true },
  version: { notExported: because.ours },
})

export const labData: PersonalData = {
  name: 'labs',
  tables: [mine],
  async collect(db, { id }) {
    const access = await db
      .select({ lab: labs.slug, title: labs.title, ...mine.shown })
      .from(labAccess)
      .innerJoin(labs, eq(labs.id, labAccess.lab_id))
      .where(eq(labAccess.user_id, id))
    return { labs: access }
  },
  async erase(tx, { id }) {
    await tx.delete(labAccess).where(eq(labAccess.user_id, id))
  },
}

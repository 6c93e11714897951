import { asc, eq } from 'drizzle-orm'
import { freezeAccounts, freezes } from '../../db/schema/index.ts'
import { because, type PersonalData, personalRows } from '../../extension-points/personal-data.ts'

const frozen = personalRows(freezes, {
  id: { notExported: because.ours },
  user_id: { notExported: because.ours },
  frozen_at: { exported: true },
  frozen_by: { notExported: because.administrator },
  reason: { exported: true },
  was_disabled: { exported: true },
  sessions: { exported: true },
  labs: { exported: true },
  stopped_exam: { exported: true },
  lifted_at: { exported: true },
  lifted_by: { notExported: because.administrator },
  lift_reason: { exported: true },
})
const held = personalRows(freezeAccounts, {
  freeze_id: { notExported: because.ours },
  cloud_account_id: { notExported: because.ours },
  deployment_id: { notExported: because.ours },
})

export const freezeData: PersonalData = {
  name: 'freezes',
  tables: [frozen, held],
  async collect(db, { id }) {
    return {
      freezes: await db
        .select(frozen.shown)
        .from(freezes)
        .where(eq(freezes.user_id, id))
        .orderBy(asc(freezes.frozen_at)),
    }
  },
  async erase(tx, { id }) {
    await tx.delete(freezes).where(eq(freezes.user_id, id))
  },
}

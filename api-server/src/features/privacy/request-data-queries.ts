import { and, asc, eq } from 'drizzle-orm'
import { privacyRequests } from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns } from '../../extension-points/personal-data.ts'

const deleted = 'that an account was deleted, and when; what was asked for besides goes with its row'

const requests = personalColumns(privacyRequests, {
  id: { notExported: because.ours, kept: deleted },
  user_id: { notExported: because.ours, kept: 'a number, which leads to nobody once the account is gone' },
  kind: { exported: true, kept: deleted },
  state: { exported: true, kept: deleted },
  due_at: { exported: true, kept: deleted },
  file: { notExported: because.ours, kept: deleted },
  report: { notExported: because.work, kept: deleted },
  created_at: { exported: true, kept: deleted },
  finished_at: { exported: true, kept: deleted },
  see_as: { notExported: because.work, kept: deleted },
  keep_certificates: { exported: true, kept: deleted },
  told_at: { notExported: because.work, kept: deleted },
})

export const requestData: PersonalData = {
  name: 'privacy',
  tables: [requests],
  kept: 'That an account was deleted, and when, under a number that names nobody.',
  async collect(db, { id }) {
    const asked = await db
      .select(requests.shown)
      .from(privacyRequests)
      .where(eq(privacyRequests.user_id, id))
      .orderBy(asc(privacyRequests.created_at))
    return { requests: asked }
  },
  async erase(tx, { id }) {
    await tx.delete(privacyRequests).where(and(eq(privacyRequests.user_id, id), eq(privacyRequests.kind, 'export')))
  },
}

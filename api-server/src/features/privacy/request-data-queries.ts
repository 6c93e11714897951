import { and, asc, eq } from 'drizzle-orm'
import { privacyRequests } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const requestData: PersonalData = {
  name: 'privacy',
  tables: ['privacy_requests'],
  kept: 'That an account was deleted, and when, under a number that names nobody.',
  async collect(db, { id }) {
    const asked = await db
      .select({
        kind: privacyRequests.kind,
        state: privacyRequests.state,
        created_at: privacyRequests.created_at,
        finished_at: privacyRequests.finished_at,
      })
      .from(privacyRequests)
      .where(eq(privacyRequests.user_id, id))
      .orderBy(asc(privacyRequests.created_at))
    return { requests: asked }
  },
  async erase(tx, { id }) {
    await tx.delete(privacyRequests).where(and(eq(privacyRequests.user_id, id), eq(privacyRequests.kind, 'export')))
  },
}

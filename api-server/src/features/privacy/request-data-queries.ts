import { and, asc, eq } from 'drizzle-orm'
import { addressRequests, privacyRequests } from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns, personalRows } from '../../extension-points/personal-data.ts'

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

const byAddress = personalRows(addressRequests, {
  id: { notExported: because.ours },
  email: { notExported: 'the address of the account', byAddress: 'erased' },
  token_hash: { notExported: because.opens },
  created_at: { exported: true },
  expires_at: { exported: true },
  opened_at: { exported: true },
  used_at: { exported: true },
})
const isOf = (email: string) => eq(addressRequests.email, email.toLowerCase())

export const requestData: PersonalData = {
  name: 'privacy',
  tables: [requests, byAddress],
  kept: 'That an account was deleted, and when, under a number that names nobody.',
  async collect(db, { id, email }) {
    const asked = await db
      .select(requests.shown)
      .from(privacyRequests)
      .where(eq(privacyRequests.user_id, id))
      .orderBy(asc(privacyRequests.created_at))
    const ofAddress = await db.select(byAddress.shown).from(addressRequests).where(isOf(email))
    return { requests: asked, about_my_address: ofAddress }
  },
  async erase(tx, { id, email }) {
    await tx.delete(addressRequests).where(isOf(email))
    await tx.delete(privacyRequests).where(and(eq(privacyRequests.user_id, id), eq(privacyRequests.kind, 'export')))
  },
  ofAddress: {
    async collect(db, { email }) {
      const rows = await db
        .select({ at: addressRequests.created_at, opened_at: addressRequests.opened_at })
        .from(addressRequests)
        .where(isOf(email))
        .orderBy(asc(addressRequests.created_at))
      return [{ what: 'Requests for this list', erasure: 'They will be erased.', rows }]
    },
    async erase(tx, { email }) {
      await tx.delete(addressRequests).where(isOf(email))
    },
  },
}

import { and, eq } from 'drizzle-orm'
import { addressRequests, privacyRequests } from '../../../db/schema/index.ts'
import type { SpecialDuties } from '../../../extension-points/personal-data.ts'

export const requestSpecials: SpecialDuties = {
  async erase(tx, { id }) {
    await tx.delete(privacyRequests).where(and(eq(privacyRequests.user_id, id), eq(privacyRequests.kind, 'export')))
  },
  ofAddress: {
    lists: [
      {
        what: 'Requests for this list',
        erasure: 'They will be erased.',
        from: addressRequests,
        shows: { at: addressRequests.created_at, opened_at: addressRequests.opened_at },
        where: ({ email }) => eq(addressRequests.email, email),
      },
    ],
  },
}

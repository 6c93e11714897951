import { sql } from 'drizzle-orm'
import { mailTokens } from '../../../db/schema/index.ts'
import type { SpecialDuties } from '../../../extension-points/personal-data.ts'

/** Links that change an account’s address from or to this one. */
const changesAddress = (email: string) => sql`lower(${mailTokens.data} ->> 'email') = ${email}`

export const authSpecials: SpecialDuties = {
  ofAddress: {
    lists: [
      {
        what: 'Links that change the e-mail address of an account to yours, or back to it',
        erasure: 'They will be erased, and stop working.',
        from: mailTokens,
        shows: { at: mailTokens.created_at, kind: mailTokens.kind, used_at: mailTokens.used_at },
        where: ({ email }) => changesAddress(email),
      },
    ],
    async erase(tx, { email }) {
      await tx.delete(mailTokens).where(changesAddress(email))
    },
  },
}

import { or, sql } from 'drizzle-orm'
import { rateLimits } from '../db/schema/index.ts'
import { type PersonalData, personalRows } from '../extension-points/personal-data.ts'

const minutes = 'a count of minutes, which begins anew by itself'

/** Sign-in attempts with this name or address. */
const signInsOf = (name: string) => sql`starts_with(${rateLimits.key}, ${`signin:name:${name}:`})`

/** Keys of attempts contain the account's id, or the name typed at sign-in. */
export const attemptData: PersonalData = {
  name: 'attempts',
  tables: [
    personalRows(rateLimits, {
      key: { notExported: minutes, byAddress: 'erased' },
      count: { notExported: minutes },
      resets_at: { notExported: minutes },
    }),
  ],
  async erase(tx, { id, username, email }) {
    const signIns = [username, email.toLowerCase()].map(signInsOf)
    await tx.delete(rateLimits).where(or(sql`position(${id} in ${rateLimits.key}) > 0`, ...signIns))
  },
  ofAddress: {
    async collect(db, { email }) {
      const rows = await db
        .select({ at: rateLimits.resets_at, tries: rateLimits.count })
        .from(rateLimits)
        .where(signInsOf(email))
      return [{ what: 'Attempts to sign in with your address', erasure: 'They will be erased.', rows }]
    },
    async erase(tx, { email }) {
      await tx.delete(rateLimits).where(signInsOf(email))
    },
  },
}

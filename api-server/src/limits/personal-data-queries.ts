import { or, sql } from 'drizzle-orm'
import { rateLimits } from '../db/schema/index.ts'
import type { SpecialDuties } from '../extension-points/personal-data.ts'

/** Sign-in attempts with this name or address. */
const signInsOf = (name: string) => sql`starts_with(${rateLimits.key}, ${`signin:name:${name}:`})`

/** Keys of attempts contain the account's id, or the name typed at sign-in. */
export const attemptSpecials: SpecialDuties = {
  async erase(tx, { id, username, email }) {
    const signIns = [username, email.toLowerCase()].map(signInsOf)
    await tx.delete(rateLimits).where(or(sql`position(${id} in ${rateLimits.key}) > 0`, ...signIns))
  },
  ofAddress: {
    lists: [
      {
        what: 'Attempts to sign in with your address',
        erasure: 'They will be erased.',
        from: rateLimits,
        shows: { at: rateLimits.resets_at, tries: rateLimits.count },
        where: ({ email }) => signInsOf(email),
      },
    ],
    async erase(tx, { email }) {
      await tx.delete(rateLimits).where(signInsOf(email))
    },
  },
}

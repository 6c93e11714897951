import { or, sql } from 'drizzle-orm'
import { rateLimits } from '../db/schema/index.ts'
import { type PersonalData, personalRows } from '../extension-points/personal-data.ts'

const minutes = 'a count of minutes, which begins anew by itself'

/** Keys of attempts name the account, or what was typed at a sign-in. */
export const attemptData: PersonalData = {
  name: 'attempts',
  tables: [
    personalRows(rateLimits, {
      key: { notExported: minutes },
      count: { notExported: minutes },
      resets_at: { notExported: minutes },
    }),
  ],
  async erase(tx, { id, username, email }) {
    const signIns = [username, email.toLowerCase()].map(
      (name) => sql`starts_with(${rateLimits.key}, ${`signin:name:${name}:`})`,
    )
    await tx.delete(rateLimits).where(or(sql`position(${id} in ${rateLimits.key}) > 0`, ...signIns))
  },
}

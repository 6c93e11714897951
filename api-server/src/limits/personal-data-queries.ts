import { or, sql } from 'drizzle-orm'
import { rateLimits } from '../db/schema/index.ts'
import type { PersonalData } from '../extension-points/personal-data.ts'

/** Keys of attempts name the account, or what was typed at a sign-in. */
export const attemptData: PersonalData = {
  name: 'attempts',
  tables: ['rate_limits'],
  async erase(tx, { id, username, email }) {
    const signIns = [username, email.toLowerCase()].map(
      (name) => sql`starts_with(${rateLimits.key}, ${`signin:name:${name}:`})`,
    )
    await tx.delete(rateLimits).where(or(sql`position(${id} in ${rateLimits.key}) > 0`, ...signIns))
  },
}

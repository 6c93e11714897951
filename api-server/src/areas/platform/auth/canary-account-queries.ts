import { CANARY_USERNAME } from '@flagyard/api-types/canaries/account'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.ts'
import { users } from '../../../db/schema/index.ts'

/** The account under which the canary deploys labs. */
export const CANARY_ID = '00000000-0000-4000-8000-0000000ca0a1'

/**
 * Creates the account when the canary first needs it. The row looks like an erased account: disabled, without password, address or role, so that
 * lists, counts, searches and mails exclude it.
 */
export async function ensureCanaryAccount(tx: Tx): Promise<string> {
  const now = sql`now()`
  await tx
    .insert(users)
    .values({
      id: CANARY_ID,
      username: CANARY_USERNAME,
      email: `${CANARY_USERNAME}@canary.invalid`,
      full_name: 'Canary',
      password_hash: 'none',
      roles: [],
      activated_at: now,
      disabled_at: now,
      erased_at: now,
      email_preferences: { product: false, reminders: false, feedback: false },
    })
    .onConflictDoNothing({ target: users.id })
  return CANARY_ID
}

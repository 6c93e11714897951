import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { mailTokens, users, usersDuties } from '../../../db/schema/index.ts'
import type { SpecialDuties } from '../../../extension-points/personal-data.ts'

/** Only accounts that are still not activated: a concurrent activation may come first. */
const areUnactivated = (ids: string[]) => and(inArray(users.id, ids), isNull(users.activated_at))

export const userSpecials: SpecialDuties = {
  async collect(db, { id }) {
    const [row] = await db.select(usersDuties.shown).from(users).where(eq(users.id, id))
    return row ?? {}
  },
  async erase(tx, { id, alias }) {
    await tx
      .update(users)
      .set({
        username: alias,
        email: `${alias}@erased.invalid`,
        full_name: 'Erased account',
        password_hash: 'erased',
        roles: ['user'],
        capabilities: [],
        activated_at: sql`coalesce(${users.activated_at}, now())`,
        disabled_at: sql`now()`,
        disabled_reason: null,
        country: null,
        company: null,
        links: [],
        locale: 'en',
        time_zone: 'UTC',
        referrer: null,
        password_changed_at: null,
        email_preferences: { product: false, reminders: false, feedback: false },
        email_preferences_chosen_at: null,
        accommodation: 0,
        accommodation_reason: null,
        last_seen_at: null,
        deletion_due_at: null,
        erased_at: sql`now()`,
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.id, id))
  },
  ofAddress: {
    lists: [
      {
        what: 'Accounts created with your address and never activated',
        erasure: 'They will be erased.',
        from: users,
        shows: { at: users.created_at, ...usersDuties.shown },
        where: ({ begun }) => areUnactivated(begun),
      },
    ],
    async erase(tx, { begun }) {
      await tx.delete(users).where(areUnactivated(begun))
    },
  },
}

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

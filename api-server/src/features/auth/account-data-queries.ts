import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { users } from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns } from '../../extension-points/personal-data.ts'

const tombstone = 'paid orders point at this row, which then names nobody'

const account = personalColumns(users, {
  id: { exported: true, kept: tombstone },
  username: { exported: true, erased: true },
  email: { exported: true, erased: true, byAddress: 'erased' },
  password_hash: { notExported: because.opens, erased: true },
  full_name: { exported: true, erased: true },
  roles: { exported: true, erased: true },
  capabilities: { exported: true, erased: true },
  activated_at: { exported: true, kept: tombstone },
  disabled_at: { exported: true, erased: true },
  disabled_reason: { exported: true, erased: true },
  country: { exported: true, erased: true },
  company: { exported: true, erased: true },
  links: { exported: true, erased: true },
  locale: { exported: true, erased: true },
  time_zone: { exported: true, erased: true },
  referrer: { exported: true, erased: true },
  email_preferences: { exported: true, erased: true },
  email_preferences_chosen_at: { exported: true, erased: true },
  accommodation: { exported: true, erased: true },
  accommodation_reason: { exported: true, erased: true },
  terms_version: { exported: true, kept: 'the terms were accepted that the orders were placed under' },
  terms_accepted_at: { exported: true, kept: 'the terms were accepted that the orders were placed under' },
  password_changed_at: { exported: true, erased: true },
  created_at: { exported: true, kept: tombstone },
  last_seen_at: { exported: true, erased: true },
  deletion_due_at: { exported: true, erased: true },
  erased_at: { notExported: because.work, erased: true },
  version: { notExported: because.work, erased: true },
  searched: { notExported: 'follows the columns it is made of', erased: true },
})

/** Only accounts that are still not activated: a concurrent activation may come first. */
const areBegun = (ids: string[]) => and(inArray(users.id, ids), isNull(users.activated_at))

export const userData: PersonalData = {
  name: 'account',
  tables: [account],
  erased: 'Your account: name, username, e-mail address, password and profile.',
  async collect(db, { id }) {
    const [row] = await db.select(account.shown).from(users).where(eq(users.id, id))
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
    async collect(db, { begun }) {
      const rows = await db
        .select({ at: users.created_at, ...account.shown })
        .from(users)
        .where(areBegun(begun))
        .orderBy(asc(users.created_at))
      return [{ what: 'Accounts created with your address and never activated', erasure: 'They will be erased.', rows }]
    },
    async erase(tx, { begun }) {
      await tx.delete(users).where(areBegun(begun))
    },
  },
}

import { eq, sql } from 'drizzle-orm'
import { users } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const userData: PersonalData = {
  name: 'account',
  tables: ['users'],
  erased: 'Your account: name, username, e-mail address, password and profile.',
  async collect(db, { id }) {
    const [row] = await db.select().from(users).where(eq(users.id, id))
    if (!row) return {}
    const { password_hash: _password, erased_at: _erased, version: _version, ...account } = row
    return account
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
        email_preferences: { product: false, reminders: false, feedback: false },
        accommodation: 0,
        last_seen_at: null,
        deletion_due_at: null,
        erased_at: sql`now()`,
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.id, id))
  },
}

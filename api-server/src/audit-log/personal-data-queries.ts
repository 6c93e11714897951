import { and, asc, eq, or, sql } from 'drizzle-orm'
import { audit } from '../db/schema/index.ts'
import { namesPerson } from '../extension-points/names-person-sql.ts'
import type { PersonalData } from '../extension-points/personal-data.ts'
import { redactPerson, redactValue } from '../extension-points/redact.ts'

const about = ({ username }: { username: string }) =>
  and(eq(audit.subject_type, 'user'), eq(audit.subject_id, username))

export const auditData: PersonalData = {
  name: 'changes',
  tables: ['audit'],
  kept: 'That administrators changed something about your account, and when and why, without your name and address.',
  async collect(db, person) {
    const ofMe = await db
      .select({ at: audit.at, action: audit.action, before: audit.before, after: audit.after, reason: audit.reason })
      .from(audit)
      .where(about(person))
      .orderBy(asc(audit.at))
    // What I changed as an administrator is about others: only that I did.
    const byMe = await db
      .select({ at: audit.at, action: audit.action, address: audit.address })
      .from(audit)
      .where(eq(audit.actor_id, person.id))
      .orderBy(asc(audit.at))
    return { about_me: ofMe, by_me: byMe }
  },
  async erase(tx, person) {
    // The one door in the triggers that keep the audit as it was written, open for this transaction (decision 0013).
    await tx.execute(sql`select set_config('flagyard.erasure', 'on', true)`)
    await tx.update(audit).set({ actor: person.alias, address: null }).where(eq(audit.actor_id, person.id))
    const text = sql`lower(concat_ws(' ', ${audit.before}::text, ${audit.after}::text, ${audit.reason}))`
    const rows = await tx
      .select()
      .from(audit)
      .where(or(about(person), namesPerson(text, person)))
    for (const row of rows) {
      const whole = row.subject_type === 'user' && row.subject_id === person.username
      await tx
        .update(audit)
        .set({
          ...(whole && { subject_id: person.alias }),
          before: redactValue(row.before, person, whole),
          after: redactValue(row.after, person, whole),
          reason: row.reason && redactPerson(row.reason, person),
        })
        .where(eq(audit.id, row.id))
    }
  },
}

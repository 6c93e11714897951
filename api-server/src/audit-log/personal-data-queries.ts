import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { audit } from '../db/schema/index.ts'
import { namesAddress } from '../extension-points/names-address-sql.ts'
import { namesPerson } from '../extension-points/names-person-sql.ts'
import { because, type PersonalData, personalColumns } from '../extension-points/personal-data.ts'
import { redactAddress, redactAddressIn, redactPerson, redactValue } from '../extension-points/redact.ts'

const about = ({ username }: { username: string }) =>
  and(eq(audit.subject_type, 'user'), eq(audit.subject_id, username))

const text = sql`concat_ws(' ', ${audit.before}::text, ${audit.after}::text, ${audit.reason})`
const written = 'what administrators do stays written down'

const changes = personalColumns(audit, {
  id: { notExported: because.ours, kept: written },
  at: { exported: true, kept: written },
  actor_id: { notExported: because.administrator, kept: 'an id alone, which leads to nobody once the account is gone' },
  actor: { notExported: because.administrator, erased: true },
  action: { exported: true, kept: written },
  subject_type: { notExported: 'the account itself', kept: written },
  subject_id: { notExported: 'the account itself', erased: true },
  before: { exported: true, redacted: true, byAddress: 'redacted' },
  after: { exported: true, redacted: true, byAddress: 'redacted' },
  reason: { exported: true, redacted: true, byAddress: 'redacted' },
  address: { exported: true, erased: true },
  job_id: { notExported: because.ours, kept: written },
})

export const auditData: PersonalData = {
  name: 'changes',
  tables: [changes],
  kept: 'That administrators changed something about your account, and when and why, without your name and address.',
  async collect(db, person) {
    const ofMe = await db
      .select({ at: audit.at, action: audit.action, before: audit.before, after: audit.after, reason: audit.reason })
      .from(audit)
      .where(about(person))
      .orderBy(asc(audit.at))
    // Changes made as an administrator are about others, so only the action is exported.
    const byMe = await db
      .select({ at: audit.at, action: audit.action, address: audit.address })
      .from(audit)
      .where(eq(audit.actor_id, person.id))
      .orderBy(asc(audit.at))
    return { about_me: ofMe, by_me: byMe }
  },
  async erase(tx, person) {
    await openForErasure(tx)
    await tx.update(audit).set({ actor: person.alias, address: null }).where(eq(audit.actor_id, person.id))
    const rows = await tx
      .select()
      .from(audit)
      .where(or(about(person), namesPerson(sql`lower(${text})`, person)))
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
  ofAddress: {
    async erase(tx, { email }) {
      await openForErasure(tx)
      for (const row of await tx.select().from(audit).where(namesAddress(text, email)))
        await tx
          .update(audit)
          .set({
            before: redactAddressIn(row.before, email),
            after: redactAddressIn(row.after, email),
            reason: row.reason && redactAddress(row.reason, email),
          })
          .where(eq(audit.id, row.id))
    },
  },
}

/** Only exception of the triggers that keep audit records unchanged. Applies to this transaction (decision 0013). */
const openForErasure = (tx: Db) => tx.execute(sql`select set_config('flagyard.erasure', 'on', true)`)

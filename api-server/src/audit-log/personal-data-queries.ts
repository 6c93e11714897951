import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { audit } from '../db/schema/index.ts'
import type { SpecialDuties } from '../extension-points/personal-data.ts'
import { redactPerson, redactValue } from '../extension-points/redact.ts'

const about = ({ username }: { username: string }) =>
  and(eq(audit.subject_type, 'user'), eq(audit.subject_id, username))

export const auditSpecials: SpecialDuties = {
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
  /** Records about the account itself lose the fields of the account too, and not only its names. */
  async erase(tx, person) {
    await openForErasure(tx)
    for (const { id, before, after, reason } of await tx.select().from(audit).where(about(person)))
      await tx
        .update(audit)
        .set({
          subject_id: person.alias,
          before: redactValue(before, person, true),
          after: redactValue(after, person, true),
          reason: reason && redactPerson(reason, person),
        })
        .where(eq(audit.id, id))
  },
  ofAddress: { erase: openForErasure },
}

/** Only exception of the triggers that keep audit records unchanged. Applies to this transaction (decision 0013). */
async function openForErasure(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('flagyard.erasure', 'on', true)`)
}

import { and, asc, eq, inArray, like, or, sql } from 'drizzle-orm'
import { audit, bulkItems, bulkJobs } from '../../db/schema/index.ts'
import type { Erasure, PersonalData } from '../../extension-points/personal-data.ts'
import { scrubbed, withoutPerson } from '../../extension-points/redact.ts'

const about = ({ username }: { username: string }) =>
  and(eq(audit.subject_type, 'user'), eq(audit.subject_id, username))

export const auditData: PersonalData = {
  name: 'changes',
  tables: ['audit', 'bulk_jobs', 'bulk_items'],
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
      .where(or(about(person), names(text, person)))
    for (const row of rows) {
      const whole = row.subject_type === 'user' && row.subject_id === person.username
      await tx
        .update(audit)
        .set({
          ...(whole && { subject_id: person.alias }),
          before: scrubbed(row.before, person, whole),
          after: scrubbed(row.after, person, whole),
          reason: row.reason && withoutPerson(row.reason, person),
        })
        .where(eq(audit.id, row.id))
    }
    await tx.update(bulkJobs).set({ actor: person.alias, address: null }).where(eq(bulkJobs.actor_id, person.id))
    const words = sql`lower(concat_ws(' ', ${bulkJobs.input}::text, to_jsonb(${bulkJobs.reason})::text, ${bulkJobs.stopped_because}))`
    const jobs = await tx
      .select()
      .from(bulkJobs)
      .where(or(eq(bulkJobs.actor_id, person.id), names(words, person)))
    for (const { id, input, reason, stopped_because } of jobs)
      await tx
        .update(bulkJobs)
        .set({
          input: scrubbed(input, person),
          reason: reason && withoutPerson(reason, person),
          stopped_because: stopped_because && withoutPerson(stopped_because, person),
        })
        .where(eq(bulkJobs.id, id))
    // The rows of what was done to users go by the username.
    const ofUsers = tx.select({ id: bulkJobs.id }).from(bulkJobs).where(like(bulkJobs.kind, 'users.%'))
    await tx
      .update(bulkItems)
      .set({ item: person.alias })
      .where(and(eq(bulkItems.item, person.username), inArray(bulkItems.job_id, ofUsers)))
  },
}

/** Whether a JSON text in small letters holds the address, or the name or the username as a whole value. */
const names = (text: ReturnType<typeof sql>, { email, full_name, username }: Erasure) =>
  or(
    sql`position(${email.toLowerCase()} in ${text}) > 0`,
    full_name.length < 3 ? undefined : sql`position(lower(${full_name}) in ${text}) > 0`,
    sql`position(to_jsonb(${username}::text)::text in ${text}) > 0`,
  )

import { and, eq, inArray, like, or, sql } from 'drizzle-orm'
import { bulkItems, bulkJobs } from '../../db/schema/index.ts'
import { namesPerson } from '../../extension-points/names-person-sql.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'
import { redactPerson, redactValue } from '../../extension-points/redact.ts'

/** Work on many rows is about others, or told by the audit log: nothing of it is exported. */
export const bulkData: PersonalData = {
  name: 'bulk',
  tables: ['bulk_jobs', 'bulk_items'],
  async erase(tx, person) {
    await tx.update(bulkJobs).set({ actor: person.alias, address: null }).where(eq(bulkJobs.actor_id, person.id))
    const words = sql`lower(concat_ws(' ', ${bulkJobs.input}::text, to_jsonb(${bulkJobs.reason})::text, ${bulkJobs.stopped_because}))`
    const jobs = await tx
      .select()
      .from(bulkJobs)
      .where(or(eq(bulkJobs.actor_id, person.id), namesPerson(words, person)))
    for (const { id, input, reason, stopped_because } of jobs)
      await tx
        .update(bulkJobs)
        .set({
          input: redactValue(input, person),
          reason: reason && redactPerson(reason, person),
          stopped_because: stopped_because && redactPerson(stopped_because, person),
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

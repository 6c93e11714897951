import { and, eq, inArray, like, or, sql } from 'drizzle-orm'
import { bulkItems, bulkJobs } from '../../db/schema/index.ts'
import { namesAddress } from '../../extension-points/names-address-sql.ts'
import { namesPerson } from '../../extension-points/names-person-sql.ts'
import { type PersonalData, personalColumns } from '../../extension-points/personal-data.ts'
import { redactAddress, redactAddressIn, redactPerson, redactValue } from '../../extension-points/redact.ts'

const others = 'work on many rows is about others, or told by the log of changes'
const report = 'the report of work on many rows, which names nobody'

const jobs = personalColumns(bulkJobs, {
  id: { notExported: others, kept: report },
  kind: { notExported: others, kept: report },
  actor_id: { notExported: others, kept: 'an id alone, which leads to nobody once the account is gone' },
  actor: { notExported: others, erased: true },
  address: { notExported: others, erased: true },
  input: { notExported: others, redacted: true, byAddress: 'redacted' },
  reason: { notExported: others, redacted: true, byAddress: 'redacted' },
  state: { notExported: others, kept: report },
  total: { notExported: others, kept: report },
  done: { notExported: others, kept: report },
  failed: { notExported: others, kept: report },
  stopped_because: { notExported: others, redacted: true, byAddress: 'redacted' },
  run_token: { notExported: others, kept: report },
  beat_at: { notExported: others, kept: report },
  created_at: { notExported: others, kept: report },
  started_at: { notExported: others, kept: report },
  finished_at: { notExported: others, kept: report },
  undo_until: { notExported: others, kept: report },
  undoes: { notExported: others, kept: report },
  undone_by: { notExported: others, kept: report },
  incident_id: { notExported: others, kept: report },
})
const items = personalColumns(bulkItems, {
  job_id: { notExported: others, kept: report },
  position: { notExported: others, kept: report },
  item: { notExported: others, erased: true },
  state: { notExported: others, kept: report },
  message: { notExported: others, kept: report },
  memo: { notExported: others, kept: report },
})

const words = sql`concat_ws(' ', ${bulkJobs.input}::text, to_jsonb(${bulkJobs.reason})::text, ${bulkJobs.stopped_because})`

export const bulkData: PersonalData = {
  name: 'bulk',
  tables: [jobs, items],
  async erase(tx, person) {
    await tx.update(bulkJobs).set({ actor: person.alias, address: null }).where(eq(bulkJobs.actor_id, person.id))
    const naming = await tx
      .select()
      .from(bulkJobs)
      .where(or(eq(bulkJobs.actor_id, person.id), namesPerson(sql`lower(${words})`, person)))
    for (const { id, input, reason, stopped_because } of naming)
      await tx
        .update(bulkJobs)
        .set({
          input: redactValue(input, person),
          reason: reason && redactPerson(reason, person),
          stopped_because: stopped_because && redactPerson(stopped_because, person),
        })
        .where(eq(bulkJobs.id, id))
    // Items of jobs on users are identified by username.
    const ofUsers = tx.select({ id: bulkJobs.id }).from(bulkJobs).where(like(bulkJobs.kind, 'users.%'))
    await tx
      .update(bulkItems)
      .set({ item: person.alias })
      .where(and(eq(bulkItems.item, person.username), inArray(bulkItems.job_id, ofUsers)))
  },
  ofAddress: {
    async erase(tx, { email }) {
      for (const { id, input, reason, stopped_because } of await tx
        .select()
        .from(bulkJobs)
        .where(namesAddress(words, email)))
        await tx
          .update(bulkJobs)
          .set({
            input: redactAddressIn(input, email),
            reason: reason && redactAddress(reason, email),
            stopped_because: stopped_because && redactAddress(stopped_because, email),
          })
          .where(eq(bulkJobs.id, id))
    },
  },
}

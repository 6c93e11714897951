import { eq, sql } from 'drizzle-orm'
import { alarmEvents, alarmRoster, alarms } from '../../db/schema/index.ts'
import { namesPerson } from '../../extension-points/names-person-sql.ts'
import { because, type PersonalData, personalColumns, personalRows } from '../../extension-points/personal-data.ts'
import { redactPerson } from '../../extension-points/redact.ts'

const ours = 'about our servers, and no person'
const leads = 'an id alone, which leads to nobody once the account is gone'

const seen = personalColumns(alarms, {
  id: { notExported: ours, kept: ours },
  kind: { notExported: ours, kept: ours },
  subject: { notExported: ours, kept: ours },
  level: { notExported: ours, kept: ours },
  rank: { notExported: ours, kept: ours },
  sentence: { notExported: ours, kept: ours },
  links: { notExported: ours, kept: ours },
  count: { notExported: ours, kept: ours },
  opened_at: { notExported: ours, kept: ours },
  ended_at: { notExported: ours, kept: ours },
  owner_id: { notExported: because.administrator, kept: leads },
  taken_at: { notExported: because.work, kept: ours },
  muted_until: { notExported: ours, kept: ours },
  mute_reason: { notExported: because.work, redacted: true },
  muted_by: { notExported: because.administrator, kept: leads },
  mute_stays: { notExported: ours, kept: ours },
  tell_at: { notExported: ours, kept: ours },
  is_told: { notExported: ours, kept: ours },
  told_at: { notExported: ours, kept: ours },
  told_count: { notExported: ours, kept: ours },
  round: { notExported: ours, kept: ours },
  call_at: { notExported: ours, kept: ours },
  called: { notExported: because.administrator, kept: leads },
  end_untold: { notExported: ours, kept: ours },
})
const history = personalColumns(alarmEvents, {
  id: { notExported: because.ours, kept: ours },
  alarm_id: { notExported: ours, kept: ours },
  kind: { notExported: because.work, kept: ours },
  at: { notExported: because.work, kept: ours },
  user_id: { notExported: because.administrator, kept: leads },
  detail: { notExported: because.work, redacted: true },
})
const roster = personalRows(alarmRoster, {
  user_id: { notExported: because.ours },
  position: { exported: true },
  from_hour: { exported: true },
  until_hour: { exported: true },
})

/** Alarms and the administrators who handled them. Reasons are free text and may name other people. */
export const alarmData: PersonalData = {
  name: 'alarms',
  tables: [seen, history, roster],
  async collect(db, { id }) {
    return { called: await db.select(roster.shown).from(alarmRoster).where(eq(alarmRoster.user_id, id)) }
  },
  async erase(tx, person) {
    await tx.delete(alarmRoster).where(eq(alarmRoster.user_id, person.id))
    for (const { id, reason } of await tx
      .select({ id: alarms.id, reason: alarms.mute_reason })
      .from(alarms)
      .where(namesPerson(sql`lower(to_jsonb(${alarms.mute_reason})::text)`, person)))
      await tx
        .update(alarms)
        .set({ mute_reason: reason && redactPerson(reason, person) })
        .where(eq(alarms.id, id))
    for (const { id, detail } of await tx
      .select({ id: alarmEvents.id, detail: alarmEvents.detail })
      .from(alarmEvents)
      .where(namesPerson(sql`lower(to_jsonb(${alarmEvents.detail})::text)`, person)))
      await tx
        .update(alarmEvents)
        .set({ detail: detail && redactPerson(detail, person) })
        .where(eq(alarmEvents.id, id))
  },
}

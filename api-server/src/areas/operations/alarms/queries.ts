import type { AlarmEvent, AlarmKind } from '@flagyard/api-types'
import { and, eq, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { alarmEvents, alarms, users } from '../../../db/schema/index.ts'
import type { AlarmFinding, AlarmRule } from '../../../extension-points/alarm-rule.ts'
import { canBeCalled } from './settings-queries.ts'

export type AlarmRow = typeof alarms.$inferSelect
type Finding = AlarmFinding & Pick<AlarmRule, 'kind' | 'level' | 'grows'>

/** Minutes within which a recurring alarm is reopened, and the minimum time between two notifications about one alarm. */
const QUIET_MINUTES = 15

const isMuted = sql`coalesce(${alarms.muted_until} > now(), false)`
const quiet = sql`make_interval(mins => ${QUIET_MINUTES}::int)`

/** Only one evaluation at a time across all processes; otherwise an older one could end alarms that a newer one has opened. */
export async function lockEvaluation(tx: Db): Promise<void> {
  await tx.select({ locked: sql`pg_advisory_xact_lock(hashtext('alarms'))::text` }).from(sql`(select 1) as unused`)
}

/** Opens new alarms, reopens those that ended a moment ago, and updates the sentence and count of open ones. */
export async function openFound(tx: Db, found: Finding[]): Promise<void> {
  if (found.length === 0) return
  const rows = sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
    as f(kind text, subject text, level text, sentence text, links jsonb, count int, grows boolean)`
  const isOpenOne = sql`a.kind = f.kind and a.subject = f.subject and a.ended_at is null`
  const grown = await returned(
    tx,
    sql`update alarms a set tell_at = greatest(now(), a.told_at + ${quiet}) from ${rows}
      where ${isOpenOne} and f.grows and a.round > 0 and a.tell_at is null and f.count > a.told_count
      returning a.id, f.count::text as detail`,
  )
  await tx.execute(sql`update alarms a set sentence = f.sentence, links = f.links, count = f.count, level = f.level,
      told_count = least(a.told_count, f.count) from ${rows}
    where ${isOpenOne} and (a.sentence, a.count, a.links, a.level) is distinct from (f.sentence, f.count, f.links, f.level)`)
  const back = await returned(
    tx,
    sql`update alarms a set ended_at = null, is_told = a.end_untold, end_untold = false, sentence = f.sentence, links = f.links, count = f.count,
        tell_at = case when not a.end_untold then greatest(now(), a.told_at + ${quiet}) end from ${rows}
      where a.kind = f.kind and a.subject = f.subject and a.ended_at > now() - ${quiet}
        and not exists (select from alarms o where o.kind = f.kind and o.subject = f.subject
          and (o.ended_at is null or o.ended_at > a.ended_at or (o.ended_at = a.ended_at and o.id > a.id)))
      returning a.id`,
  )
  // Inherits a mute that also applies to the next alarm.
  const opened = await returned(
    tx,
    sql`insert into alarms (kind, subject, level, sentence, links, count, muted_until, mute_reason, muted_by, mute_stays)
      select f.kind, f.subject, f.level, f.sentence, f.links, f.count, m.muted_until, m.mute_reason, m.muted_by, m.id is not null
      from ${rows} left join lateral (select o.* from alarms o where o.kind = f.kind and o.subject = f.subject
        and o.mute_stays and o.muted_until > now() order by o.opened_at desc limit 1) m on true
      where not exists (select from alarms o where o.kind = f.kind and o.subject = f.subject and o.ended_at is null)
      returning id`,
  )
  await insertEvents(tx, [
    ...grown.map(({ id, detail }) => ({ alarm_id: id, kind: 'grown' as const, ...(detail && { detail }) })),
    ...back.map(({ id }) => ({ alarm_id: id, kind: 'reopened' as const })),
    ...opened.map(({ id }) => ({ alarm_id: id, kind: 'opened' as const })),
  ])
}

async function returned(tx: Db, statement: SQL) {
  return ((await tx.execute(statement)) as unknown as { rows: { id: string; detail?: string }[] }).rows
}

/** Ends alarms that are no longer found. Alarms of rules that could not be evaluated stay open. */
export async function endOthers(tx: Db, asked: AlarmKind[], found: Finding[]): Promise<void> {
  if (asked.length === 0) return
  // Only those who were notified of the alarm are notified of its end.
  const ended = await returned(
    tx,
    sql`update alarms a set ended_at = now(), end_untold = a.is_told, is_told = false, tell_at = null, call_at = null
      where a.ended_at is null and a.kind in (select jsonb_array_elements_text(${JSON.stringify(asked)}::jsonb))
        and not exists (select from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(kind text, subject text)
          where f.kind = a.kind and f.subject = a.subject)
      returning a.id`,
  )
  await insertEvents(
    tx,
    ended.map(({ id }) => ({ alarm_id: id, kind: 'ended' })),
  )
}

/** Releases alarms of owners who can no longer handle them. */
export async function releaseFromAbsent(tx: Db): Promise<void> {
  const able = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, alarms.owner_id), canBeCalled))
  const released = await tx
    .update(alarms)
    .set({ owner_id: null, taken_at: null, called: sql`'{}'`, call_at: sql`now()` })
    .where(
      and(
        isNull(alarms.ended_at),
        or(and(isNotNull(alarms.owner_id), notExists(able)), and(isNull(alarms.owner_id), isNotNull(alarms.taken_at))),
      ),
    )
    .returning({ id: alarms.id })
  await insertEvents(
    tx,
    released.map(({ id }) => ({ alarm_id: id, kind: 'given_back' })),
  )
}

interface NewEvent {
  alarm_id: string
  kind: AlarmEvent['kind']
  user_id?: string
  detail?: string
}

export async function insertEvents(tx: Db, events: NewEvent[]): Promise<void> {
  if (events.length > 0) await tx.insert(alarmEvents).values(events)
}

/** Maximum number of alarms to notify about per evaluation. The rest waits for the next one. */
const BATCH = 50

export const listDueNotifications = (db: Db) =>
  db
    .select()
    .from(alarms)
    .where(and(isNull(alarms.ended_at), sql`not ${isMuted}`, sql`${alarms.tell_at} <= now()`))
    .orderBy(alarms.tell_at)
    .limit(BATCH)

/** Open alarms that were not acknowledged in time. */
export const listDueCalls = (db: Db) =>
  db
    .select()
    .from(alarms)
    .where(
      and(
        isNull(alarms.ended_at),
        isNull(alarms.owner_id),
        isNull(alarms.tell_at),
        sql`not ${isMuted}`,
        sql`${alarms.call_at} <= now()`,
      ),
    )
    .orderBy(alarms.call_at)
    .limit(BATCH)

export const listUnannouncedEnds = (db: Db) =>
  db.select().from(alarms).where(eq(alarms.end_untold, true)).orderBy(alarms.ended_at).limit(BATCH)

/** Minutes after which an unacknowledged urgent alarm is escalated to the next person. */
export const CALL_MINUTES = 10
const nextCall = sql`now() + make_interval(mins => ${CALL_MINUTES}::int)`

/** Claims a notification, so that only one of several processes sends the mails. */
export async function claimNotification(tx: Db, { id, round }: AlarmRow, called: string[]): Promise<boolean> {
  const rows = await tx
    .update(alarms)
    .set({
      tell_at: null,
      is_told: true,
      told_at: sql`now()`,
      told_count: alarms.count,
      round: sql`${alarms.round} + 1`,
      called: toIds(called),
      call_at: sql`case when ${alarms.level} = 'urgent' and ${alarms.owner_id} is null then ${nextCall} end`,
    })
    .where(and(eq(alarms.id, id), eq(alarms.round, round), isNull(alarms.ended_at), isNotNull(alarms.tell_at)))
    .returning({ id: alarms.id })
  return rows.length > 0
}

/** Claims a call in the same way. With no one left to call, ends the escalation. */
export async function claimCall(tx: Db, { id, called: before }: AlarmRow, called: string[]): Promise<boolean> {
  const rows = await tx
    .update(alarms)
    .set({
      called: sql`${alarms.called} || ${toIds(called)}`,
      call_at: called.length === 0 ? null : sql`case when ${alarms.level} = 'urgent' then ${nextCall} end`,
    })
    .where(
      and(
        eq(alarms.id, id),
        isNull(alarms.ended_at),
        isNull(alarms.owner_id),
        isNotNull(alarms.call_at),
        sql`cardinality(${alarms.called}) = ${before.length}`,
      ),
    )
    .returning({ id: alarms.id })
  return rows.length > 0
}

export async function claimEndNotification(tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .update(alarms)
    .set({ end_untold: false })
    .where(and(eq(alarms.id, id), eq(alarms.end_untold, true)))
    .returning({ id: alarms.id })
  return rows.length > 0
}

const toIds = (ids: string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`

/** Ids of people who were called or acknowledged the alarm since it was last opened. */
export async function listNotified(db: Db, alarmId: string): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ id: alarmEvents.user_id })
    .from(alarmEvents)
    .where(
      and(
        eq(alarmEvents.alarm_id, alarmId),
        inArray(alarmEvents.kind, ['called', 'taken']),
        sql`${alarmEvents.id} > coalesce((select max(e.id) from alarm_events e where e.alarm_id = ${alarmId} and e.kind = 'reopened'), 0)`,
      ),
    )
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

import { and, desc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isAmongUuids, type ListSourceOf, type Refusal, sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import { alarmEvents, alarms, users } from '../../../db/schema/index.ts'
import { hasId } from '../../../db/sql.ts'
import { accountIdOf } from '../../platform/auth/index.ts'
import { type AlarmRow, insertEvents } from './queries.ts'

export type AlarmState = 'open' | 'muted' | 'ended'

const states: Record<AlarmState, SQL | undefined> = {
  open: and(isNull(alarms.ended_at), or(isNull(alarms.muted_until), lte(alarms.muted_until, sql`now()`))),
  muted: and(isNull(alarms.ended_at), sql`${alarms.muted_until} > now()`),
  ended: isNotNull(alarms.ended_at),
}

const owners = alias(users, 'owners')
const muters = alias(users, 'muters')
const columns = {
  id: alarms.id,
  kind: alarms.kind,
  subject: alarms.subject,
  level: alarms.level,
  state: sql<AlarmState>`case when ${states.ended} then 'ended' when ${states.muted} then 'muted' else 'open' end`,
  sentence: alarms.sentence,
  links: alarms.links,
  opened_at: alarms.opened_at,
  ended_at: alarms.ended_at,
  owner: owners.username,
  taken_at: alarms.taken_at,
  muted_until: alarms.muted_until,
  mute_reason: alarms.mute_reason,
  muted_by: muters.username,
}
const select = (db: Db, cursor: Partial<{ cursor: SQL<unknown[]> }>) =>
  db
    .select({ ...columns, ...cursor })
    .from(alarms)
    .leftJoin(owners, eq(owners.id, alarms.owner_id))
    .leftJoin(muters, eq(muters.id, alarms.muted_by))

export const alarmSource = {
  table: alarms,
  id: sql`${alarms.id}::text`,
  where: ({ id, q, state, kind, level, owner }) =>
    and(
      id && isAmongUuids(alarms.id, id),
      // Must equal the expression of the index `alarms_search`.
      contains(sql`${alarms.sentence} || ' ' || ${alarms.subject}`, q),
      state && states[state],
      kind && eq(alarms.kind, kind),
      level && eq(alarms.level, level),
      owner === undefined ? undefined : sql`${alarms.owner_id} = ${accountIdOf(owner)}`,
    ),
  keys: {
    opened_at: [sql`${alarms.opened_at}`, sql`${alarms.id}`],
    level: [sql`${alarms.rank}`, sql`${alarms.opened_at}`, sql`${alarms.id}`],
  },
  read: (db, slice) => sliceOf(select(db, slice.cursor), slice),
} satisfies ListSourceOf<'listAlarms'>

export async function findAlarm(db: Db, id: string) {
  const [row] = await select(db, {}).where(hasId(alarms.id, id))
  return row
}

/** Maximum number of events on the page of an alarm. */
const MOST_EVENTS = 200

export const listEvents = (db: Db, alarmId: string) =>
  db
    .select({ kind: alarmEvents.kind, at: alarmEvents.at, username: users.username, detail: alarmEvents.detail })
    .from(alarmEvents)
    .leftJoin(users, eq(users.id, alarmEvents.user_id))
    .where(eq(alarmEvents.alarm_id, alarmId))
    .orderBy(desc(alarmEvents.id))
    .limit(MOST_EVENTS)

/** Acknowledges alarms. Skips those that are already acknowledged, also by a concurrent call. */
export async function takeAlarms(tx: Db, ids: string[], userId: string): Promise<AlarmRow[]> {
  const rows = await tx
    .update(alarms)
    .set({ owner_id: userId, taken_at: sql`now()`, call_at: null })
    .where(and(isAmongUuids(alarms.id, ids), isNull(alarms.ended_at), isNull(alarms.owner_id)))
    .returning()
  if (rows.length > 0)
    await insertEvents(
      tx,
      rows.map(({ id }) => ({ alarm_id: id, kind: 'taken', user_id: userId })),
    )
  return rows
}

/** Same messages as the single call (admin-service.ts). */
export const takeRefusal: Refusal = sql`case
  when ${alarms.ended_at} is not null then 'This alarm has ended. There is nothing left to do.'
  when ${alarms.owner_id} is not null then
    coalesce((select u.username from users u where u.id = ${alarms.owner_id}), 'Somebody else') || ' has taken this alarm.' end`

export const alarmLabel = sql<string>`${alarms.sentence}`

/** Releases an acknowledged alarm. The next person on the roster is called immediately, but not the one who released it. */
export async function giveBackAlarm(
  tx: Db,
  id: string,
  ownerId: string,
  userId: string,
): Promise<AlarmRow | undefined> {
  const [row] = await tx
    .update(alarms)
    .set({
      owner_id: null,
      taken_at: null,
      called: [userId],
      call_at: sql`case when ${alarms.level} <> 'notice' then now() end`,
    })
    .where(and(hasId(alarms.id, id), isNull(alarms.ended_at), eq(alarms.owner_id, ownerId)))
    .returning()
  if (row) await insertEvents(tx, [{ alarm_id: row.id, kind: 'given_back', user_id: userId }])
  return row
}

interface Mute {
  until: Date
  reason: string
  stays: boolean
  userId: string
}

export async function muteAlarm(tx: Db, id: string, { until, reason, stays, userId }: Mute) {
  const [row] = await tx
    .update(alarms)
    .set({ muted_until: until, mute_reason: reason, muted_by: userId, mute_stays: stays })
    .where(and(hasId(alarms.id, id), states.open))
    .returning()
  if (row) await insertEvents(tx, [{ alarm_id: row.id, kind: 'muted', user_id: userId, detail: reason }])
  return row
}

/** Also clears earlier mutes that would apply to the next alarm. */
export async function unmuteAlarm(tx: Db, id: string, userId: string): Promise<AlarmRow | undefined> {
  const none = { muted_until: null, mute_reason: null, muted_by: null, mute_stays: false }
  const [row] = await tx
    .update(alarms)
    .set(none)
    .where(and(hasId(alarms.id, id), states.muted))
    .returning()
  if (!row) return undefined
  await tx
    .update(alarms)
    .set(none)
    .where(and(eq(alarms.kind, row.kind), eq(alarms.subject, row.subject), eq(alarms.mute_stays, true)))
  await insertEvents(tx, [{ alarm_id: row.id, kind: 'unmuted', user_id: userId }])
  return row
}

export async function findOwnerId(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ owner_id: alarms.owner_id }).from(alarms).where(eq(alarms.id, id))
  return row?.owner_id ?? null
}

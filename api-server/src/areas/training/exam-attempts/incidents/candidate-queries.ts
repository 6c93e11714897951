import { and, asc, eq, getTableColumns, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../../db/lists/list-source.ts'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import { examAttempts, examLedger, exams, users } from '../../../../db/schema/index.ts'
import { columnsOf } from '../../../../db/sql.ts'
import { failedBuilds } from '../../../clouds/deployments/index.ts'
import { extendedMinutes, millisecondsLeft, readClock, secondsPaused } from '../attempts/exam-clock.ts'
import { describeEnvironment, environmentOf } from '../attempts/situation.ts'
import type { Span } from '../booking/slot.ts'
import { isOfIncident, regionOf } from './sql.ts'

/** Attempts with everything an incident action needs. */
export async function listAffected(db: Db, ids: string[]) {
  const rows = await db
    .select({
      attempt: getTableColumns(examAttempts),
      exam: { slug: exams.slug, title: exams.title },
      user: { id: users.id, username: users.username, full_name: users.full_name, email: users.email },
      deployment: newestDeployment,
    })
    .from(examAttempts)
    .innerJoin(users, eq(users.id, examAttempts.user_id))
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(inArray(examAttempts.id, ids))
    .orderBy(asc(examAttempts.id))
  const ledgers = await listLedgers(db, ids)
  return rows.map(({ deployment, ...row }) => ({
    ...row,
    ledger: ledgers.get(row.attempt.id) ?? [],
    environment: environmentOf(deployment),
  }))
}

export type Affected = Awaited<ReturnType<typeof listAffected>>[number]

const newestDeployment = sql<string | null>`(select d.state from deployments d
  where d.attempt_id = ${examAttempts.id} order by d.created_at desc, d.queued_at desc limit 1)`

/** Candidates affected by an incident. Their ledgers are read in a second query, because clocks are computed from ledgers only. */
export const incidentCandidateSource = {
  table: examAttempts,
  id: sql`${examAttempts.id}::text`,
  where: ({ id, incident }) =>
    and(incident ? isOfIncident(incident) : undefined, id && isAmongUuids(examAttempts.id, id)),
  keys: { scheduled_at: [sql`${examAttempts.scheduled_at}`, sql`${examAttempts.id}`] },
  nulls: { scheduled_at: 'largest' },
  async read(db, slice) {
    const rows = await sliceOf(
      db
        .select({
          id: examAttempts.id,
          ...columnsOf(users, 'username', 'full_name'),
          exam: exams.slug,
          title: exams.title,
          ...columnsOf(examAttempts, 'state', 'scheduled_at'),
          region: regionOf,
          deployment: newestDeployment,
          failed_builds: failedBuilds(sql`${examAttempts.id}`),
          ...columnsOf(examAttempts, 'active_until', 'clock_stopped_at'),
          ...slice.cursor,
        })
        .from(examAttempts)
        .innerJoin(users, eq(users.id, examAttempts.user_id))
        .innerJoin(exams, eq(exams.id, examAttempts.exam_id)),
      slice,
    )
    const ledgers = await listLedgers(
      db,
      rows.map(({ id }) => id),
    )
    const now = await readNow(db)
    return rows.map(({ deployment, failed_builds, ...row }) => {
      const ledger = ledgers.get(row.id) ?? []
      const clock = readClock(ledger)
      const isActive = row.state === 'active'
      return {
        ...row,
        environment: describeEnvironment(deployment, failed_builds),
        seconds_left: isActive ? Math.round(millisecondsLeft(clock, now) / 1000) : 0,
        stood_seconds: Math.round(clock.stopped_ms / 1000) + (isActive ? secondsPaused(clock, now) : 0),
        late_seconds: ledger.reduce((sum, { kind, seconds }) => sum + (kind === 'delay' ? seconds : 0), 0),
        extended_seconds: extendedMinutes(ledger) * 60,
        done: ledger.flatMap(({ incident_id, kind }) => (incident_id ? [{ incident: incident_id, kind }] : [])),
      }
    })
  },
} satisfies ListSourceOf<'listIncidentCandidates'>

type Ledger = (typeof examLedger.$inferSelect)[]

async function listLedgers(db: Db, attemptIds: string[]): Promise<Map<string, Ledger>> {
  if (attemptIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(examLedger)
    .where(inArray(examLedger.attempt_id, attemptIds))
    .orderBy(asc(examLedger.position))
  return Map.groupBy(rows, ({ attempt_id }) => attempt_id)
}

/** Maximum number of exams on the page of today's exams. */
const LIMIT = 100

/** Attempts in preparation or in progress, whenever they started, and all booked for this day. */
const isToday = ({ from, until }: Span): SQL | undefined =>
  or(
    inArray(examAttempts.state, ['preparing', 'active']),
    and(gte(examAttempts.scheduled_at, from), lt(examAttempts.scheduled_at, until)),
  )

/** A person paused the clock after it last started or resumed, so only a person can resume it. */
const stoppedByHand = sql<boolean>`(${examAttempts.clock_stopped_at} is not null and exists (select 1 from exam_ledger l
  where l.attempt_id = ${examAttempts.id} and l.kind = 'stop' and l.actor_id is not null
    and l.position > coalesce((select max(b.position) from exam_ledger b
      where b.attempt_id = ${examAttempts.id} and b.kind in ('start', 'resume')), 0)))`

/** Exams in progress first, then by date. */
export const listToday = (db: Db, span: Span) =>
  db
    .select({
      id: examAttempts.id,
      ...columnsOf(users, 'username', 'full_name'),
      exam: exams.slug,
      title: exams.title,
      ...columnsOf(examAttempts, 'state', 'scheduled_at', 'checked_in_at', 'ready_at', 'active_until'),
      ...columnsOf(examAttempts, 'clock_stopped_at'),
      stopped_by_hand: stoppedByHand,
      deployment: newestDeployment,
      failed_builds: failedBuilds(sql`${examAttempts.id}`),
    })
    .from(examAttempts)
    .innerJoin(users, eq(users.id, examAttempts.user_id))
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(isToday(span))
    .orderBy(sql`${examAttempts.state} not in ('preparing', 'active')`, asc(examAttempts.scheduled_at))
    .limit(LIMIT)

export type TodayRow = Awaited<ReturnType<typeof listToday>>[number]

export const countToday = (db: Db, span: Span): Promise<number> => db.$count(examAttempts, isToday(span))

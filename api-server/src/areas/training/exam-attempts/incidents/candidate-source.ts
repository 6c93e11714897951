import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../../../db/list-source.ts'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import { examAttempts, examLedger, exams, users } from '../../../../db/schema/index.ts'
import { failedBuilds } from '../../../clouds/deployments/failed-builds-sql.ts'
import { describeEnvironment } from '../attempts/environment.ts'
import { extendedMinutes, millisecondsLeft, readClock, secondsStood } from '../attempts/exam-clock.ts'
import { isOfIncident, regionOf } from './incident-sql.ts'

/** The state of the newest deployment of an attempt. */
export const newestDeployment = sql<string | null>`(select d.state from deployments d
  where d.attempt_id = ${examAttempts.id} order by d.created_at desc, d.queued_at desc limit 1)`

/** Candidates affected by an incident. Their ledgers are read in a second query, because clocks are computed from ledgers only. */
export const incidentCandidateSource = {
  table: examAttempts,
  id: sql`${examAttempts.id}::text`,
  where: ({ id, incident }) =>
    and(incident ? isOfIncident(incident) : undefined, id && isAmongUuids(examAttempts.id, id)),
  keys: { scheduled_at: [sql`${examAttempts.scheduled_at}`, sql`${examAttempts.id}`] },
  nulls: { scheduled_at: 'largest' },
  async read(db, { where, order, from, limit, cursor }) {
    const rows = await db
      .select({
        id: examAttempts.id,
        username: users.username,
        full_name: users.full_name,
        exam: exams.slug,
        title: exams.title,
        state: examAttempts.state,
        scheduled_at: examAttempts.scheduled_at,
        region: regionOf,
        deployment: newestDeployment,
        failed_builds: failedBuilds(sql`${examAttempts.id}`),
        active_until: examAttempts.active_until,
        clock_stopped_at: examAttempts.clock_stopped_at,
        ...cursor,
      })
      .from(examAttempts)
      .innerJoin(users, eq(users.id, examAttempts.user_id))
      .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit)
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
        stood_seconds: Math.round(clock.stopped_ms / 1000) + (isActive ? secondsStood(clock, now) : 0),
        late_seconds: ledger.reduce((sum, { kind, seconds }) => sum + (kind === 'delay' ? seconds : 0), 0),
        extended_seconds: extendedMinutes(ledger) * 60,
        done: ledger.flatMap(({ incident_id, kind }) => (incident_id ? [{ incident: incident_id, kind }] : [])),
      }
    })
  },
} satisfies ListSourceOf<'listIncidentCandidates'>

export type Ledger = (typeof examLedger.$inferSelect)[]

/** Ledgers of these attempts, each in order. */
export async function listLedgers(db: Db, attemptIds: string[]): Promise<Map<string, Ledger>> {
  if (attemptIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(examLedger)
    .where(inArray(examLedger.attempt_id, attemptIds))
    .orderBy(asc(examLedger.position))
  return Map.groupBy(rows, ({ attempt_id }) => attempt_id)
}

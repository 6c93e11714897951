import { operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { Temporal } from 'temporal-polyfill'
import { recordAudit } from '../../../../audit-log/record.ts'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { describeEnvironment } from '../attempts/situation.ts'
import { countToday, listToday, type TodayRow } from './candidate-queries.ts'
import * as queries from './incident-queries.ts'
import { listOpenIncidents } from './incident-queries.ts'

type NeededDeps = Pick<Deps, 'db'>

export async function readIncident(
  { db }: NeededDeps,
  caller: CurrentUser,
  id: string,
): Promise<Accepted<'examIncident'>> {
  const row = await queries.findIncident(db, id)
  if (!row) throw incidentNotFound()
  return { ...row, allowed: allowedOnIncident(row, caller) }
}

export function allowedOnIncident(_row: unknown, caller: CurrentUser) {
  const may = mayCall(operations.updateExamIncident, caller)
  return allowedAmong({ update: may, act: may })
}

/** Opens an incident. This has no effect on exams: administrators start the actions. */
export async function createIncident(
  { db }: NeededDeps,
  { actor, address }: AuditActor,
  input: Output<'incidentInput'>,
): Promise<Accepted<'examIncident'>> {
  const { exam, title, cloud, region } = input
  const times = {
    from_at: new Date(input.from_at),
    until_at: input.until_at === null ? null : new Date(input.until_at),
  }
  assertEndsAfterStart(times)
  const exam_id = exam === null ? null : await findScopedExam(db, exam)
  const id = await db.transaction(async (tx) => {
    const created = await queries.insertIncident(tx, { title, cloud, region, exam_id, ...times, actor_id: actor.id })
    await recordAudit(tx, { actor, address, action: 'incidents.create', subject: subjectOf(created), after: input })
    return created
  })
  return readIncident({ db }, actor, id)
}

export async function updateIncident(
  { db }: NeededDeps,
  by: AuditActor,
  id: string,
  { version, ...edit }: Output<'incidentEdit'>,
): Promise<Accepted<'examIncident'>> {
  await db.transaction(async (tx) => {
    const before = await queries.lockIncident(tx, id)
    if (!before) throw incidentNotFound()
    if (before.version !== version)
      throw new ApiError('stale_version', 'Someone else changed this incident in the meantime. Please reload it.')
    const change = {
      ...(edit.title !== undefined && { title: edit.title }),
      ...(edit.from_at !== undefined && { from_at: new Date(edit.from_at) }),
      ...(edit.until_at !== undefined && { until_at: edit.until_at === null ? null : new Date(edit.until_at) }),
    }
    assertEndsAfterStart({ ...before, ...change })
    const keys = Object.keys(change) as (keyof typeof change)[]
    if (keys.length === 0) return
    await queries.updateIncident(tx, id, change)
    await recordAudit(tx, {
      ...by,
      action: 'incidents.update',
      subject: subjectOf(id),
      before: Object.fromEntries(keys.map((key) => [key, before[key]])),
      after: change,
    })
  })
  return readIncident({ db }, by.actor, id)
}

async function findScopedExam(db: Db, slug: string): Promise<string> {
  try {
    return (await findExam(db, { slug })).id
  } catch (error) {
    if (error instanceof ApiError) throw invalidField('exam', 'There is no exam of this name')
    throw error
  }
}

function assertEndsAfterStart({ from_at, until_at }: { from_at: Date; until_at: Date | null }) {
  if (until_at && until_at <= from_at) throw invalidField('until_at', 'The end must be after the beginning')
}

const subjectOf = (id: string) => ({ type: 'exam_incident', id })
const incidentNotFound = () => new ApiError('not_found', 'There is no such incident.')

/** Exams on this day in the administrator's time zone, with those that need attention. */
export async function readExamsToday(db: Db, time_zone: string): Promise<Accepted<'examsToday'>> {
  const now = await readNow(db)
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(time_zone).startOfDay()
  const span = { from: new Date(day.epochMilliseconds), until: new Date(day.add({ days: 1 }).epochMilliseconds) }
  const rows = await listToday(db, span)
  return {
    exams: rows.map(({ deployment, failed_builds, stopped_by_hand, ready_at, ...row }) => {
      const environment = describeEnvironment(deployment, failed_builds)
      return { ...row, environment, needs: needOf({ ...row, ready_at, stopped_by_hand, environment }, now) }
    }),
    total: await countToday(db, span),
    incidents: await listOpenIncidents(db),
  }
}

type Situation = Pick<TodayRow, 'state' | 'scheduled_at' | 'ready_at' | 'checked_in_at' | 'stopped_by_hand'> & {
  environment: ReturnType<typeof describeEnvironment>
}

/** The most urgent thing an administrator has to do for this attempt; null if there is none. */
function needOf(row: Situation, now: Date): Accepted<'examToday'>['needs'] {
  const isPast = row.scheduled_at !== null && row.scheduled_at <= now
  if (row.state === 'active') return row.stopped_by_hand ? 'resume' : row.environment === 'failed' ? 'build' : null
  if (row.state === 'scheduled') return isPast ? 'late' : null
  if (row.state !== 'preparing') return null
  if (row.environment === 'failed') return 'build'
  if (!isPast) return null
  return row.ready_at === null ? 'late' : row.checked_in_at === null ? 'candidate' : null
}

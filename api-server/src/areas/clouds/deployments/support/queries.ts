import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import {
  cloudAccounts,
  courses,
  deploymentEvents,
  deployments,
  exams,
  flagSolves,
  flags,
  labAccess,
  labSnapshots,
  labs,
  users,
} from '../../../../db/schema/index.ts'
import { columnsOf, hasId, oneRow } from '../../../../db/sql.ts'
import { rowColumns } from '../list-queries.ts'
import { deploymentNotFound } from '../queries.ts'
import { nextOne } from '../sql.ts'

const flagCount = sql<number>`case
  when ${labSnapshots.id} is not null then jsonb_array_length(${labSnapshots.flags})
  else (select count(*)::int from ${flags} f where f.archived_at is null
    and (f.lab_id = ${deployments.lab_id} or f.exam_id = ${deployments.exam_id})) end`
const solvedCount = sql<number>`case
  when ${deployments.test} is not null then jsonb_array_length(coalesce(${deployments.test} -> 'solved', '[]'))
  when ${deployments.kind} = 'exam' then (select count(*)::int from ${flagSolves} s where s.attempt_id = ${deployments.attempt_id})
  else (select count(*)::int from ${flagSolves} s join ${flags} f on f.id = s.flag_id
    where s.user_id = ${deployments.user_id} and s.attempt_id is null and f.lab_id = ${deployments.lab_id}) end`

/** One deployment with its related records. Does not read credentials or outputs. */
export async function findDetails(db: Db, id: string) {
  const row = await findWhere(db, hasId(deployments.id, id))
  if (!row) throw deploymentNotFound()
  return row
}

async function findWhere(db: Db, where: SQL) {
  const [row] = await db
    .select({
      ...rowColumns,
      ...columnsOf(deployments, 'user_id', 'cloud_account_id', 'stages'),
      course: courses.slug,
      ...columnsOf(deployments, 'module_version', 'duration_seconds', 'hard_deadline_at', 'credentials_revoked_at'),
      ...columnsOf(deployments, 'misses', 'cost_reset', 'extensions_used'),
      extensions: sql<number | null>`coalesce((${labSnapshots.lab} ->> 'extensions')::int, ${labs.extensions})`,
      resets_used: sql<number | null>`case when ${labs.id} is not null then coalesce(${labAccess.resets_used}, 0) end`,
      resets: sql<number | null>`coalesce((${labSnapshots.lab} ->> 'resets')::int, ${labs.resets})`,
      flags_total: flagCount,
      flags_solved: solvedCount,
      next: nextOne,
    })
    .from(deployments)
    .innerJoin(users, eq(users.id, deployments.user_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(exams, eq(exams.id, deployments.exam_id))
    .leftJoin(courses, eq(courses.id, deployments.course_id))
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .leftJoin(labSnapshots, eq(labSnapshots.id, deployments.snapshot_id))
    .leftJoin(labAccess, and(eq(labAccess.lab_id, deployments.lab_id), eq(labAccess.user_id, deployments.user_id)))
    .where(where)
  return row
}

export async function findAccountState(db: Db, deploymentId: string) {
  const [row] = await db
    .select({
      ...columnsOf(cloudAccounts, 'status', 'lock_reason', 'hold_reason'),
    })
    .from(cloudAccounts)
    .where(and(eq(cloudAccounts.deployment_id, deploymentId), isNull(cloudAccounts.retired_at)))
    .limit(1)
  return row ?? null
}

/** Maximum number of timeline entries on the page of a deployment. */
const MAX_MOMENTS = 400

/** Timeline, oldest first. A stage appears once per state, however many log lines it has. */
export const listMoments = (db: Db, deploymentId: string) => {
  const { id, kind, data, at } = deploymentEvents
  const order = sql`min(${id})`
  return db
    .select({ at: sql<Date>`min(${at})`.mapWith(at), kind, data })
    .from(deploymentEvents)
    .where(eq(deploymentEvents.deployment_id, deploymentId))
    .groupBy(kind, data, sql`case when ${kind} = 'stage' then 0 else ${id} end`)
    .orderBy(asc(order))
    .limit(MAX_MOMENTS)
}

export type Subject = Awaited<ReturnType<typeof findSubject>>

/** A deployment to act on, with the reasons why actions are refused. */
export const findSubject = (tx: Db, id: string) => oneRow(select(tx, hasId(deployments.id, id)), deploymentNotFound)

export const listSubjects = (tx: Db, ids: string[]) => select(tx, inArray(deployments.id, ids)).orderBy(deployments.id)

const select = (tx: Db, where: SQL) =>
  tx
    .select({
      ...rowColumns,
      ...columnsOf(deployments, 'user_id', 'lab_id', 'course_id', 'lesson_id'),
      ...columnsOf(users, 'email', 'full_name'),
    })
    .from(deployments)
    .innerJoin(users, eq(users.id, deployments.user_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(exams, eq(exams.id, deployments.exam_id))
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .where(where)

import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { deploymentEvents, deployments, exams, labs, users } from '../../../db/schema/index.ts'
import { hasId, oneRow } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'
import type { Holder, Tenancy } from '../../../ports/ports.ts'
import { accountIdOf } from '../../platform/auth/index.ts'
import { ACTIVE, isActiveState } from './sql.ts'
import { type DeploymentEvent, deploymentTransitions } from './transitions.ts'

export type DeploymentRow = typeof deployments.$inferSelect

export const isActive = ({ state }: Pick<DeploymentRow, 'state'>) => ACTIVE.some((active) => active === state)

interface TransitionOptions {
  /** Applies only if this token still holds the lease. */
  token?: string
  /** Extra condition, checked in the same statement. */
  when?: SQL
  set?: { [K in keyof DeploymentRow]?: DeploymentRow[K] | SQL | null }
}

/**
 * Applies one transition as a conditional update, so that only one of several concurrent transitions succeeds. Returns undefined if the deployment
 * is not in a start state. This is the only statement that writes `state`.
 */
export async function transitionDeployment(
  tx: Db,
  id: string,
  event: DeploymentEvent,
  { token, when, set = {} }: TransitionOptions = {},
): Promise<DeploymentRow | undefined> {
  const transition = deploymentTransitions[event]
  const [row] = await tx
    .update(deployments)
    .set({ ...(set as Partial<DeploymentRow>), state: transition.to, version: sql`${deployments.version} + 1` })
    .where(
      and(
        eq(deployments.id, id),
        inArray(deployments.state, [...transition.from]),
        token === undefined ? undefined : eq(deployments.lease_token, token),
        when,
      ),
    )
    .returning()
  if (row) await recordEvent(tx, id, 'state', { state: row.state, reason: row.reason })
  return row
}

/** Records an event for the deployment's page; subscribers are notified when the transaction commits. */
export async function recordEvent(tx: Db, deploymentId: string, kind: string, data: unknown = null): Promise<void> {
  await tx.execute(insertEvent(kind, data, sql`(select ${deploymentId}::uuid as id) as changed`))
}

/** The same as an SQL statement, for the deployments whose ids `from` selects. */
export const insertEvent = (kind: string, data: unknown, from: SQL) =>
  sql`insert into ${deploymentEvents} (deployment_id, kind, data) select id, ${kind}, ${data === null ? null : JSON.stringify(data)}::jsonb from ${from}
    returning pg_notify('deployment', deployment_id::text)::text`

export const listEventsAfter = (db: Db, deploymentId: string, after: number) =>
  db
    .select({ id: deploymentEvents.id, kind: deploymentEvents.kind, data: deploymentEvents.data })
    .from(deploymentEvents)
    .where(and(eq(deploymentEvents.deployment_id, deploymentId), sql`${deploymentEvents.id} > ${after}`))
    .orderBy(asc(deploymentEvents.id))
    .limit(500)

export async function insertDeployment(
  tx: Db,
  values: Omit<typeof deployments.$inferInsert, 'queued_at' | 'present_at'>,
  { isPresent }: { isPresent: boolean },
): Promise<DeploymentRow> {
  const now = sql`clock_timestamp()`
  const row = await oneRow(
    tx
      .insert(deployments)
      .values({ ...values, queued_at: now, present_at: isPresent ? now : null })
      .returning(),
  )
  await recordEvent(tx, row.id, 'state', { state: row.state, reason: null })
  return row
}

/** The learner's own deployments of a lab. Excludes exams and the test runs of authors. */
const ofLearner = (userId: string, labId: string) =>
  and(
    eq(deployments.user_id, userId),
    eq(deployments.lab_id, labId),
    isNull(deployments.attempt_id),
    isNull(deployments.test),
  )

/** The learner's active deployment of a lab. There is at most one. */
export async function findActive(db: Db, userId: string, labId: string): Promise<DeploymentRow | undefined> {
  const [row] = await db
    .select()
    .from(deployments)
    .where(and(ofLearner(userId, labId), isActiveState))
    .limit(1)
  return row
}

/** The learner's newest deployment of a lab, in any state. */
export async function findLatest(db: Db, userId: string, labId: string): Promise<DeploymentRow | undefined> {
  const [row] = await db
    .select()
    .from(deployments)
    .where(ofLearner(userId, labId))
    .orderBy(desc(deployments.created_at))
    .limit(1)
  return row
}

export async function countActive(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(deployments)
    .where(
      and(
        eq(deployments.user_id, userId),
        isNull(deployments.attempt_id),
        isNull(deployments.preflight_of),
        isActiveState,
      ),
    )
  return row?.count ?? 0
}

/** Whether deploying again uses a reset: the learner ended the lab after more than three minutes, or it ended because of what they built in it. */
export const redeployCostsReset = (db: Db, id: string) =>
  db
    .select({
      used: sql<boolean>`${deployments.reason} in ('learner', 'spend') and ${deployments.running_at} is not null
        and coalesce(${deployments.ended_at}, now()) - ${deployments.running_at} > interval '3 minutes'`,
    })
    .from(deployments)
    .where(eq(deployments.id, id))
    .then(([row]) => row?.used ?? false)

export const findDeployment = (db: Db, id: string): Promise<DeploymentRow> =>
  oneRow(db.select().from(deployments).where(eq(deployments.id, id)), deploymentNotFound)

/** Finds one of the learner's own deployments. Another learner's deployment is a 404. */
export async function findOwnDeployment(db: Db, userId: string, id: string): Promise<DeploymentRow> {
  const [row] = await db
    .select()
    .from(deployments)
    .where(and(hasId(deployments.id, id), eq(deployments.user_id, userId)))
  if (!row) throw deploymentNotFound()
  return row
}

export const deploymentNotFound = () => new ApiError('not_found', 'There is no such deployment.')

export const minutesFromNow = (minutes: number) => sql`now() + make_interval(mins => ${minutes}::int)`

/** Column values of an ended deployment: credentials removed, times of the end and the revocation. */
export const endedColumns = () => ({
  credentials_sealed: null,
  credentials_revoked_at: sql`now()`,
  ended_at: sql`now()`,
})

export async function lockDeployment(tx: Db, id: string): Promise<void> {
  await tx.select({ id: deployments.id }).from(deployments).where(eq(deployments.id, id)).for('update')
}

export const isHeldBy = (deploymentId: SQL, username: string): SQL =>
  sql`${deploymentId} in (select d.id from ${deployments} d where d.user_id = ${accountIdOf(username)} and d.state <> 'ended')`

const selectTenancies = (db: Db) =>
  db
    .select({
      deployment_id: deployments.id,
      username: users.username,
      lab: labs.slug,
      exam: exams.slug,
      from: deployments.created_at,
      until: deployments.ended_at,
      reason: deployments.reason,
    })
    .from(deployments)
    .innerJoin(users, eq(users.id, deployments.user_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(exams, eq(exams.id, deployments.exam_id))

export const findTenancies = (db: Db, ids: string[]): Promise<Tenancy[]> =>
  selectTenancies(db).where(inArray(deployments.id, ids))

export const listTenancies = (db: Db, accountId: string, limit: number): Promise<Tenancy[]> =>
  selectTenancies(db)
    .where(eq(deployments.cloud_account_id, accountId))
    .orderBy(desc(deployments.created_at), desc(deployments.id))
    .limit(limit)

/** Holders by deployment id. Excludes ended deployments. */
export async function listHolders(db: Db, ids: string[]): Promise<Map<string, Holder>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: deployments.id,
      username: users.username,
      lab: labs.slug,
      is_ending: sql<boolean>`${deployments.state} = 'ending'`,
    })
    .from(deployments)
    .innerJoin(users, eq(users.id, deployments.user_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .where(and(inArray(deployments.id, ids), ne(deployments.state, 'ended')))
  return new Map(rows.map(({ id, ...holder }) => [id, holder]))
}

/** All queued and running deployments of these accounts, ordered by cloud, so that concurrent bulk ends lock the pools in the same order. */
export async function listOpenLabs(tx: Db, userIds: string[]) {
  const rows = await tx
    .select({ deployment: deployments, lab: sql<string>`coalesce(${labs.slug}, '')`, exam: exams.slug })
    .from(deployments)
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(exams, eq(exams.id, deployments.exam_id))
    .where(
      and(
        inArray(deployments.user_id, userIds),
        inArray(deployments.state, ['queued', 'held', 'provisioning', 'running', 'ending']),
      ),
    )
    .orderBy(asc(deployments.cloud), asc(deployments.id))
  return rows.map((row) => ({ ...row, user_id: row.deployment.user_id, state: row.deployment.state }))
}

/** Ordered like `listOpenLabs`. */
export const listDeployments = (tx: Db, ids: string[]) =>
  tx.select().from(deployments).where(inArray(deployments.id, ids)).orderBy(asc(deployments.cloud), asc(deployments.id))

import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { deploymentEvents, deployments, labs, users } from '../../db/schema/index.ts'
import { ApiError } from '../../errors.ts'
import { type DeploymentEvent, deploymentSteps } from './transitions.ts'

export type DeploymentRow = typeof deployments.$inferSelect

export type LabRow = typeof labs.$inferSelect

const ACTIVE = ['queued', 'held', 'provisioning', 'running'] as const

interface Step {
  /** Only for whoever holds this token: a stale one changes nothing (fault 4). */
  token?: string
  /** A further condition, judged in the same statement. */
  when?: SQL
  set?: { [K in keyof DeploymentRow]?: DeploymentRow[K] | SQL | null }
}

/**
 * One step of the table, as one conditional update: of two that race, one finds the row where its step begins. Undefined:
 * it does not stand there any more. This is the only statement that writes `state`.
 */
export async function stepDeployment(
  tx: Db,
  id: string,
  event: DeploymentEvent,
  { token, when, set = {} }: Step = {},
): Promise<DeploymentRow | undefined> {
  const step = deploymentSteps[event]
  const [row] = await tx
    .update(deployments)
    .set({ ...(set as Partial<DeploymentRow>), state: step.to, version: sql`${deployments.version} + 1` })
    .where(
      and(
        eq(deployments.id, id),
        inArray(deployments.state, [...step.from]),
        token === undefined ? undefined : eq(deployments.lease_token, token),
        when,
      ),
    )
    .returning()
  if (row) await announce(tx, id, 'state', { state: row.state, reason: row.reason })
  return row
}

/** A line for whoever follows the deployment; heard once the transaction commits. */
export async function announce(tx: Db, deploymentId: string, kind: string, data: unknown = null): Promise<void> {
  await tx
    .insert(deploymentEvents)
    .values({ deployment_id: deploymentId, kind, data })
    .returning({ told: sql`pg_notify('deployment', ${deploymentId}::text)::text` })
}

export const listEventsAfter = (db: Db, deploymentId: string, after: number) =>
  db
    .select({ id: deploymentEvents.id, kind: deploymentEvents.kind, data: deploymentEvents.data })
    .from(deploymentEvents)
    .where(and(eq(deploymentEvents.deployment_id, deploymentId), sql`${deploymentEvents.id} > ${after}`))
    .orderBy(asc(deploymentEvents.id))
    .limit(500)

/** Two clicks of one learner, in whatever tab, come one after the other. */
export async function lockLearner(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export async function insertDeployment(
  tx: Db,
  values: Omit<typeof deployments.$inferInsert, 'queued_at' | 'present_at'>,
): Promise<DeploymentRow> {
  const [row] = await tx
    .insert(deployments)
    .values({ ...values, queued_at: sql`clock_timestamp()`, present_at: sql`clock_timestamp()` })
    .returning()
  if (!row) throw new Error('An insert returned no row')
  await announce(tx, row.id, 'state', { state: row.state, reason: null })
  return row
}

/** My deployment of a lab that counts against "one of a lab at a time". */
export async function findActive(db: Db, userId: string, labId: string): Promise<DeploymentRow | undefined> {
  const [row] = await db
    .select()
    .from(deployments)
    .where(
      and(
        eq(deployments.user_id, userId),
        eq(deployments.lab_id, labId),
        isNull(deployments.attempt_id),
        inArray(deployments.state, [...ACTIVE]),
      ),
    )
    .limit(1)
  return row
}

/** The newest of a lab, whatever became of it. */
export async function findLatest(db: Db, userId: string, labId: string): Promise<DeploymentRow | undefined> {
  const [row] = await db
    .select()
    .from(deployments)
    .where(and(eq(deployments.user_id, userId), eq(deployments.lab_id, labId), isNull(deployments.attempt_id)))
    .orderBy(desc(deployments.created_at))
    .limit(1)
  return row
}

export async function countActive(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(deployments)
    .where(and(eq(deployments.user_id, userId), inArray(deployments.state, [...ACTIVE])))
  return row?.count ?? 0
}

/** Ended by the learner after more than three minutes: deploying again costs a reset (DOMAIN §5). */
export const wasUsed = (db: Db, id: string) =>
  db
    .select({
      used: sql<boolean>`${deployments.reason} = 'learner' and ${deployments.running_at} is not null
        and coalesce(${deployments.ended_at}, now()) - ${deployments.running_at} > interval '3 minutes'`,
    })
    .from(deployments)
    .where(eq(deployments.id, id))
    .then(([row]) => row?.used ?? false)

export async function findDeployment(db: Db, id: string): Promise<DeploymentRow> {
  const [row] = await db.select().from(deployments).where(eq(deployments.id, id))
  if (!row) throw noDeployment()
  return row
}

/** Mine, or 404: a stranger's does not exist (attack 1). */
export async function findMine(db: Db, userId: string, id: string): Promise<DeploymentRow> {
  const [row] = await db
    .select()
    .from(deployments)
    .where(and(eq(sql`${deployments.id}::text`, id), eq(deployments.user_id, userId)))
  if (!row) throw noDeployment()
  return row
}

const noDeployment = () => new ApiError('not_found', 'There is no such deployment.')

export async function findLab(db: Db, id: string): Promise<LabRow> {
  const [row] = await listLabs(db, [id])
  if (!row) throw noLab()
  return row
}

export async function listLabs(db: Db, ids: string[]): Promise<LabRow[]> {
  return ids.length === 0 ? [] : db.select().from(labs).where(inArray(labs.id, ids))
}

export const noLab = () => new ApiError('not_found', 'There is no such lab.')

export const minutesFromNow = (minutes: number) => sql`now() + make_interval(mins => ${minutes}::int)`

/** What an ended deployment keeps: no credentials, and when they were taken back. */
export const nowEnded = () => ({
  credentials_sealed: null,
  credentials_revoked_at: sql`now()`,
  ended_at: sql`now()`,
})

/** Holds a deployment still for the transaction. */
export async function lockDeployment(tx: Db, id: string): Promise<void> {
  await tx.select({ id: deployments.id }).from(deployments).where(eq(deployments.id, id)).for('update')
}

/** Who holds the accounts of these deployments, and for which lab; those that have ended are left out. */
export async function listHolders(
  db: Db,
  ids: string[],
): Promise<Map<string, { username: string; lab: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: deployments.id, username: users.username, lab: labs.slug })
    .from(deployments)
    .innerJoin(users, eq(users.id, deployments.user_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .where(and(inArray(deployments.id, ids), ne(deployments.state, 'ended')))
  return new Map(rows.map(({ id, ...holder }) => [id, holder]))
}

import { ApiError } from '@flagyard/api-types/contract/problem'
import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import {
  type CloudName,
  cloudAccounts,
  deploymentEvents,
  deployments,
  flags,
  labAccess,
  labs,
  type StageRecord,
  users,
} from '../../db/schema/index.ts'
import { isSilent } from '../cloud-accounts/queries.ts'
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

/** Everybody who waits for this cloud's accounts, and everybody who frees one, one after the other: that makes the queue fair. */
export async function lockQueue(tx: Db, cloud: CloudName): Promise<void> {
  await tx
    .select({ locked: sql`pg_advisory_xact_lock(hashtext(${`queue ${cloud}`}))::text` })
    .from(sql`(select 1) as one`)
}

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

/** The learner's page is open. */
export async function markPresent(db: Db, id: string): Promise<void> {
  await db
    .update(deployments)
    .set({ present_at: sql`now()` })
    .where(and(eq(deployments.id, id), inArray(deployments.state, ['queued', 'held'])))
}

/** Who waits first for this cloud; who still owes the lab its extra data is passed over. */
export async function findFirstInQueue(tx: Db, cloud: CloudName) {
  const [row] = await tx
    .select({
      deployment: deployments,
      present: sql<boolean>`coalesce(${deployments.present_at} > now() - make_interval(secs => ${PRESENT_SECONDS}::int), false)`,
    })
    .from(deployments)
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(labAccess, and(eq(labAccess.lab_id, deployments.lab_id), eq(labAccess.user_id, deployments.user_id)))
    .where(
      and(
        eq(deployments.state, 'queued'),
        eq(deployments.cloud, cloud),
        or(
          isNull(labs.id),
          sql`jsonb_array_length(${labs.extra_fields}) = 0`,
          sql`${labAccess.extra_data_at} is not null`,
        ),
      ),
    )
    .orderBy(asc(deployments.priority), asc(deployments.queued_at), asc(deployments.id))
    .limit(1)
  return row
}

/** A page that follows a deployment says so every 15 seconds; three times missed is gone. */
const PRESENT_SECONDS = 45

/** Place in the queue, from 1. */
export async function findPlace(db: Db, { id, cloud, priority }: DeploymentRow): Promise<number> {
  const mine = sql`(select d.queued_at from ${deployments} d where d.id = ${id})`
  const [row] = await db
    .select({ ahead: sql<number>`count(*)::int` })
    .from(deployments)
    .where(
      and(
        eq(deployments.state, 'queued'),
        eq(deployments.cloud, cloud),
        ne(deployments.id, id),
        or(
          sql`${deployments.priority} < ${priority}`,
          and(eq(deployments.priority, priority), sql`${deployments.queued_at} < ${mine}`),
        ),
      ),
    )
  return (row?.ahead ?? 0) + 1
}

/** Seconds until each account of the cloud that comes back by itself is free again, soonest first. */
export async function listWaits(db: Db, cloud: CloudName, cleaningSeconds: number): Promise<number[]> {
  const rows = await db
    .select({
      seconds: sql<number>`greatest(0, coalesce(extract(epoch from ${deployments.ends_at} - now()), 0))::int + ${cleaningSeconds}::int`,
    })
    .from(cloudAccounts)
    .leftJoin(
      deployments,
      and(eq(deployments.cloud_account_id, cloudAccounts.id), inArray(deployments.state, ['provisioning', 'running'])),
    )
    .where(
      and(
        eq(cloudAccounts.cloud, cloud),
        isNull(cloudAccounts.retired_at),
        or(
          inArray(cloudAccounts.status, ['Provisioning', 'Provisioned', 'Dirty', 'Nuking', 'Nuked']),
          and(eq(cloudAccounts.status, 'Locked'), eq(cloudAccounts.lock_reason, 'lease')),
        ),
      ),
    )
  return rows.map((row) => row.seconds).sort((a, b) => a - b)
}

/** Takes a deployment for this worker, if nobody alive holds it. */
export async function takeDeployment(db: Db, id: string, state: 'provisioning' | 'ending', token: string) {
  const [row] = await db
    .update(deployments)
    .set({ lease_token: token, heartbeat_at: sql`now()` })
    .where(
      and(
        eq(deployments.id, id),
        eq(deployments.state, state),
        or(isNull(deployments.lease_token), isSilent(deployments.heartbeat_at)),
      ),
    )
    .returning()
  return row
}

export async function beatDeployment(db: Db, id: string, token: string, state: DeploymentRow['state']) {
  const rows = await db
    .update(deployments)
    .set({ heartbeat_at: sql`now()` })
    .where(and(eq(deployments.id, id), eq(deployments.lease_token, token), eq(deployments.state, state)))
    .returning({ id: deployments.id })
  return rows.length > 0
}

export async function letGoOfDeployment(db: Db, id: string, token: string): Promise<void> {
  await db
    .update(deployments)
    .set({ lease_token: null, heartbeat_at: null })
    .where(and(eq(deployments.id, id), eq(deployments.lease_token, token)))
}

/** Writes what a holder of the token learned while it works; false: the token is stale. */
export async function saveStages(
  db: Db,
  id: string,
  token: string,
  set: { stages?: StageRecord[]; applied_at?: SQL },
): Promise<boolean> {
  const rows = await db
    .update(deployments)
    .set(set)
    .where(and(eq(deployments.id, id), eq(deployments.lease_token, token), eq(deployments.state, 'provisioning')))
    .returning({ id: deployments.id })
  return rows.length > 0
}

export const listDynamicFlags = (db: Db, labId: string) =>
  db
    .select({ id: flags.id, variable: flags.secret, position: flags.position })
    .from(flags)
    .where(and(eq(flags.lab_id, labId), eq(flags.type, 'DYNAMIC'), isNull(flags.archived_at)))
    .orderBy(asc(flags.position))

export async function findLab(db: Db, id: string): Promise<LabRow> {
  const [row] = await db.select().from(labs).where(eq(labs.id, id))
  if (!row) throw new ApiError('not_found', 'There is no such lab.')
  return row
}

export const minutesFromNow = (minutes: number) => sql`now() + make_interval(mins => ${minutes}::int)`

/** Running begins by the database's clock; the hard deadline is as far as the extensions left can reach. */
export async function startRunning(
  tx: Db,
  deployment: DeploymentRow,
  lab: Pick<LabRow, 'extensions' | 'extension_minutes'>,
  token: string,
  set: Pick<DeploymentRow, 'outputs' | 'console_url' | 'credentials_sealed'>,
) {
  const seconds = deployment.duration_seconds
  const more = Math.max(0, lab.extensions - deployment.extensions_used) * lab.extension_minutes * 60
  return stepDeployment(tx, deployment.id, 'applied', {
    token,
    set: {
      ...set,
      applied_at: sql`coalesce(${deployments.applied_at}, now())`,
      running_at: sql`now()`,
      ends_at: sql`now() + make_interval(secs => ${seconds}::int)`,
      hard_deadline_at: sql`now() + make_interval(secs => ${seconds + more}::int)`,
      warned_minutes: null,
      lease_token: null,
      heartbeat_at: null,
    },
  })
}

/** What an ended deployment keeps: no credentials, and when they were taken back. */
export const nowEnded = () => ({
  credentials_sealed: null,
  credentials_revoked_at: sql`now()`,
  ended_at: sql`now()`,
})

/** Extends a running lab in its last part; undefined when any condition fails at this moment. */
export async function extend(
  tx: Db,
  id: string,
  { extensions, extension_minutes }: Pick<LabRow, 'extensions' | 'extension_minutes'>,
  lastPart: number,
): Promise<DeploymentRow | undefined> {
  const [row] = await tx
    .update(deployments)
    .set({
      ends_at: sql`least(${deployments.ends_at} + make_interval(mins => ${extension_minutes}::int), ${deployments.hard_deadline_at})`,
      extensions_used: sql`${deployments.extensions_used} + 1`,
      warned_minutes: null,
      version: sql`${deployments.version} + 1`,
    })
    .where(
      and(
        eq(deployments.id, id),
        eq(deployments.state, 'running'),
        sql`${deployments.extensions_used} < ${extensions}`,
        sql`${deployments.ends_at} > now()`,
        sql`${deployments.ends_at} - make_interval(secs => ${lastPart}::int) <= now()`,
        sql`${deployments.ends_at} < ${deployments.hard_deadline_at}`,
      ),
    )
    .returning()
  if (row) await announce(tx, id, 'extended', { ends_at: row.ends_at })
  return row
}

/** Holds a running deployment still for the transaction and tells the seconds it has left. */
export async function lockRunning(tx: Db, id: string): Promise<{ seconds_left: number } | undefined> {
  const [row] = await tx
    .select({ seconds_left: sql<number>`greatest(60, extract(epoch from ${deployments.ends_at} - now()))::int` })
    .from(deployments)
    .where(and(eq(deployments.id, id), eq(deployments.state, 'running'), sql`${deployments.ends_at} > now()`))
    .for('update')
  return row
}

/** Running ones whose time is over. */
export const listExpired = (db: Db) =>
  db
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.state, 'running'), sql`${deployments.ends_at} <= now()`))
    .orderBy(asc(deployments.ends_at))
    .limit(200)

/** Judged again in the statement that ends it: an extension may have come first. */
export const timeIsOver = sql`${deployments.ends_at} <= now()`

/** Held ones whose ten minutes passed. */
export const listMissed = (db: Db) =>
  db
    .select()
    .from(deployments)
    .where(and(eq(deployments.state, 'held'), sql`${deployments.held_until} <= now()`))
    .limit(200)
export const holdIsOver = sql`${deployments.held_until} <= now()`

/** Running ones of which a warning is due: the nearest of these minutes that was not told yet. */
export async function warn(db: Db, minutes: number, next: number): Promise<void> {
  const due = await db
    .select({ id: deployments.id })
    .from(deployments)
    .where(
      and(
        eq(deployments.state, 'running'),
        sql`${deployments.ends_at} <= now() + make_interval(mins => ${minutes}::int)`,
        sql`${deployments.ends_at} > now() + make_interval(mins => ${next}::int)`,
        or(isNull(deployments.warned_minutes), sql`${deployments.warned_minutes} > ${minutes}`),
      ),
    )
    .limit(500)
  for (const { id } of due)
    await db.transaction(async (tx) => {
      const [row] = await tx
        .update(deployments)
        .set({ warned_minutes: minutes })
        .where(
          and(
            eq(deployments.id, id),
            eq(deployments.state, 'running'),
            or(isNull(deployments.warned_minutes), sql`${deployments.warned_minutes} > ${minutes}`),
          ),
        )
        .returning({ id: deployments.id })
      if (row) await announce(tx, id, 'warning', { minutes })
    })
}

/** Those that wait for a worker: none holds them, or the one that did is dead. */
export const listUnattended = (db: Db) =>
  db
    .select({ id: deployments.id, state: deployments.state })
    .from(deployments)
    .where(
      and(
        inArray(deployments.state, ['provisioning', 'ending']),
        or(isNull(deployments.lease_token), isSilent(deployments.heartbeat_at)),
      ),
    )
    .limit(200)

/** A place right behind whoever waits first: near the front, without standing in the way (DOMAIN §5). */
export async function afterTheFirst(tx: Db, { id, cloud }: DeploymentRow) {
  const [first] = await tx
    .select({ priority: deployments.priority, queued_at: deployments.queued_at })
    .from(deployments)
    .where(and(eq(deployments.state, 'queued'), eq(deployments.cloud, cloud), ne(deployments.id, id)))
    .orderBy(asc(deployments.priority), asc(deployments.queued_at), asc(deployments.id))
    .limit(1)
  return first ? { priority: first.priority, queued_at: new Date(first.queued_at.getTime() + 1) } : {}
}

/** Holds a deployment still for the transaction. */
export async function lockDeployment(tx: Db, id: string): Promise<void> {
  await tx.select({ id: deployments.id }).from(deployments).where(eq(deployments.id, id)).for('update')
}

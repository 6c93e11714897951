import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { deployments, flags } from '../../../db/schema/index.ts'
import { firstRow, isHeartbeatStale } from '../../../db/sql.ts'
import type { LabRow } from '../../catalogue/labs/index.ts'
import { type DeploymentRow, insertEvent, recordEvent, transitionDeployment } from './queries.ts'

/** Acquires the lease of a deployment, unless a live worker holds it. */
export async function acquireDeploymentLease(
  db: Db,
  id: string,
  state: 'provisioning' | 'running' | 'ending',
  token: string,
) {
  const [row] = await db
    .update(deployments)
    .set({ lease_token: token, heartbeat_at: sql`now()` })
    .where(
      and(
        eq(deployments.id, id),
        eq(deployments.state, state),
        or(isNull(deployments.lease_token), isHeartbeatStale(deployments.heartbeat_at)),
      ),
    )
    .returning()
  return row
}

/** Updates a leased deployment in this state; false if the token is stale or the state has changed. */
export async function updateLeased(...leased: Parameters<typeof leasedUpdate>): Promise<boolean> {
  return (await leasedUpdate(...leased)).length > 0
}

const leasedUpdate = (
  db: Db,
  id: string,
  token: string,
  state: DeploymentRow['state'],
  set: { [K in keyof DeploymentRow]?: DeploymentRow[K] | SQL },
) =>
  db
    .update(deployments)
    .set(set as Partial<DeploymentRow>)
    .where(and(eq(deployments.id, id), eq(deployments.lease_token, token), eq(deployments.state, state)))
    .returning({ id: deployments.id })

/** Saves the stages of a build with their event in one statement, because a build reports dozens; false if the token is stale or the build was ended. */
export async function saveStages(
  db: Db,
  id: string,
  token: string,
  stages: DeploymentRow['stages'],
  event: object,
): Promise<boolean> {
  const saved = leasedUpdate(db, id, token, 'provisioning', { stages })
  const statement = sql`with saved as ${saved} ${insertEvent('stage', event, sql`saved`)}`
  const { rows } = (await db.execute(statement)) as unknown as { rows: unknown[] }
  return rows.length > 0
}

/** Keeps the lease of a live worker; false if the worker has lost it. */
export const touchDeploymentHeartbeat = (db: Db, id: string, token: string, state: DeploymentRow['state']) =>
  updateLeased(db, id, token, state, { heartbeat_at: sql`now()` })

export async function releaseDeploymentLease(db: Db, id: string, token: string): Promise<void> {
  await db
    .update(deployments)
    .set({ lease_token: null, heartbeat_at: null })
    .where(and(eq(deployments.id, id), eq(deployments.lease_token, token)))
}

/** Replaces the snapshot of a deployment whose build is starting. The caller holds the lease. */
export const replaceSnapshot = (
  tx: Db,
  id: string,
  set: Pick<DeploymentRow, 'snapshot_id' | 'module_version' | 'stages'> & { duration_seconds?: number },
) => firstRow(tx.update(deployments).set(set).where(eq(deployments.id, id)).returning())

export const listDynamicFlags = (db: Db, { exam_id, lab_id }: Pick<DeploymentRow, 'exam_id' | 'lab_id'>) =>
  db
    .select({ id: flags.id, variable: flags.secret, position: flags.position })
    .from(flags)
    .where(
      and(
        exam_id ? eq(flags.exam_id, exam_id) : eq(flags.lab_id, lab_id ?? ''),
        eq(flags.type, 'DYNAMIC'),
        isNull(flags.archived_at),
      ),
    )
    .orderBy(asc(flags.position))

/**
 * Starts the running time by the database clock. The hard deadline includes all remaining extensions. An exam environment has no end time: it ends
 * with the exam.
 */
export async function startRunning(
  tx: Db,
  deployment: DeploymentRow,
  lab: Pick<LabRow, 'extensions' | 'extension_minutes'> | null,
  token: string,
  set: Pick<DeploymentRow, 'stages' | 'outputs' | 'console_url' | 'credentials_sealed'>,
) {
  const seconds = deployment.duration_seconds
  const extensionSeconds = lab && Math.max(0, lab.extensions - deployment.extensions_used) * lab.extension_minutes * 60
  return transitionDeployment(tx, deployment.id, 'applied', {
    token,
    set: {
      ...set,
      applied_at: sql`coalesce(${deployments.applied_at}, now())`,
      running_at: sql`now()`,
      ...(extensionSeconds !== null && {
        ends_at: sql`now() + make_interval(secs => ${seconds}::int)`,
        hard_deadline_at: sql`now() + make_interval(secs => ${seconds + extensionSeconds}::int)`,
      }),
      warned_minutes: null,
      lease_token: null,
      heartbeat_at: null,
    },
  })
}

/** Deployments that need a worker: no lease, or the lease of a dead worker. */
export const listUnleased = (db: Db) =>
  db
    .select({ id: deployments.id, state: deployments.state })
    .from(deployments)
    .where(
      and(
        inArray(deployments.state, ['provisioning', 'ending']),
        or(isNull(deployments.lease_token), isHeartbeatStale(deployments.heartbeat_at)),
      ),
    )
    .limit(200)

/** Extends a running lab in the last part of its time; undefined if any condition is not met. */
export async function extend(
  tx: Db,
  id: string,
  { extensions, extension_minutes }: Pick<LabRow, 'extensions' | 'extension_minutes'>,
  lastPartSeconds: number,
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
        sql`${deployments.ends_at} - make_interval(secs => ${lastPartSeconds}::int) <= now()`,
        sql`${deployments.ends_at} < ${deployments.hard_deadline_at}`,
      ),
    )
    .returning()
  if (row) await recordEvent(tx, id, 'extended', { ends_at: row.ends_at })
  return row
}

/** Locks a running deployment until the transaction ends and returns its remaining seconds. */
export async function lockRunning(tx: Db, id: string): Promise<{ seconds_left: number } | undefined> {
  const [row] = await tx
    .select({ seconds_left: sql<number>`greatest(60, extract(epoch from ${deployments.ends_at} - now()))::int` })
    .from(deployments)
    .where(and(eq(deployments.id, id), eq(deployments.state, 'running'), sql`${deployments.ends_at} > now()`))
    .for('update')
  return row
}

export async function hasUnended(db: Db): Promise<boolean> {
  const states = ['queued', 'held', 'provisioning', 'running', 'ending'] as const
  const rows = await db
    .select({ id: deployments.id })
    .from(deployments)
    .where(inArray(deployments.state, states))
    .limit(1)
  return rows.length > 0
}

export const listExpired = (db: Db) =>
  db
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.state, 'running'), sql`${deployments.ends_at} <= now()`))
    .orderBy(asc(deployments.ends_at))
    .limit(200)

/** Checked again in the statement that ends the deployment, because it may have been extended since. */
export const isPastEnd = sql`${deployments.ends_at} <= now()`

const isUnwarned = (minutes: number) =>
  or(isNull(deployments.warned_minutes), sql`${deployments.warned_minutes} > ${minutes}`)

/** Running deployments that are due for this warning and have not had it. `next` is the following warning, in minutes. */
export async function listUnwarned(db: Db, minutes: number, next: number): Promise<string[]> {
  const due = await db
    .select({ id: deployments.id })
    .from(deployments)
    .where(
      and(
        eq(deployments.state, 'running'),
        sql`${deployments.ends_at} <= now() + make_interval(mins => ${minutes}::int)`,
        sql`${deployments.ends_at} > now() + make_interval(mins => ${next}::int)`,
        isUnwarned(minutes),
      ),
    )
    .limit(500)
  return due.map(({ id }) => id)
}

/**
 * Records the warning and notifies the page; false if another process was faster, or the lab was extended or ended meanwhile. `endsAt` is the end
 * that the warning is about.
 */
export async function markWarned(tx: Db, id: string, minutes: number, endsAt: Date | null): Promise<boolean> {
  const [row] = await tx
    .update(deployments)
    .set({ warned_minutes: minutes })
    .where(
      and(
        eq(deployments.id, id),
        eq(deployments.state, 'running'),
        isUnwarned(minutes),
        endsAt === null
          ? undefined
          : sql`date_trunc('milliseconds', ${deployments.ends_at}) = ${endsAt.toISOString()}::timestamptz`,
      ),
    )
    .returning({ id: deployments.id })
  if (row) await recordEvent(tx, id, 'warning', { minutes })
  return row !== undefined
}

import { and, asc, eq, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { cloudAccounts, deployments, poolDrifts } from '../../../../db/schema/index.ts'
import { hasEmptyReceipt } from '../../cloud-accounts/index.ts'

/** Seconds after which an unexpected account state counts as drift. Workers settle a state change within moments. */
const SETTLED_SECONDS = 120
const isSettled = sql`${cloudAccounts.status_since} < now() - make_interval(secs => ${SETTLED_SECONDS}::int)`
const isLive = inArray(deployments.state, ['held', 'provisioning', 'running', 'ending'])
const LIMIT = 200

const found = { id: cloudAccounts.id, cloud: cloudAccounts.cloud, deployment_id: cloudAccounts.deployment_id }

/** Available accounts without a clean-up receipt. */
export const listWithoutReceipt = (db: Db) =>
  db
    .select(found)
    .from(cloudAccounts)
    .where(and(eq(cloudAccounts.status, 'Available'), isNull(cloudAccounts.retired_at), not(hasEmptyReceipt)))
    .limit(LIMIT)

/** Accounts that are leased or in use, but not by a deployment. */
export const listWithoutDeployment = (db: Db) =>
  db
    .select({ ...found, status: cloudAccounts.status })
    .from(cloudAccounts)
    .leftJoin(
      deployments,
      and(eq(deployments.id, cloudAccounts.deployment_id), eq(deployments.cloud_account_id, cloudAccounts.id), isLive),
    )
    .where(
      and(
        isNull(cloudAccounts.retired_at),
        or(
          inArray(cloudAccounts.status, ['Provisioning', 'Provisioned']),
          inArray(cloudAccounts.lock_reason, ['lease', 'reserved']),
        ),
        isNull(deployments.id),
        isSettled,
      ),
    )
    .limit(LIMIT)

/** Deployments being built or running in an account that is not assigned to them. */
export const listWithoutAccount = (db: Db) =>
  db
    .select({ id: deployments.id, cloud: deployments.cloud, cloud_account_id: deployments.cloud_account_id })
    .from(deployments)
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .where(
      and(
        inArray(deployments.state, ['provisioning', 'running']),
        or(isNull(cloudAccounts.id), sql`${cloudAccounts.deployment_id} is distinct from ${deployments.id}`),
        sql`coalesce(${deployments.running_at}, ${deployments.queued_at}) < now() - make_interval(secs => ${SETTLED_SECONDS}::int)`,
      ),
    )
    .limit(LIMIT)

/** Deployments whose heartbeat is so old that their job is lost. The sweep queues a new one. */
export const listLostJobs = (db: Db) =>
  db
    .select({ id: deployments.id, cloud: deployments.cloud, cloud_account_id: deployments.cloud_account_id })
    .from(deployments)
    .where(
      and(
        inArray(deployments.state, ['provisioning', 'ending']),
        sql`${deployments.heartbeat_at} < now() - interval '15 minutes'`,
      ),
    )
    .limit(LIMIT)

/** Hours between two inventory checks of an idle account. */
const LOOK_HOURS = 6
/** Maximum number of inventory checks per minute. */
const LOOKS_A_MINUTE = 5
/** Minutes between two credential checks of an idle account. */
const PROBE_MINUTES = 30
/** Maximum number of credential checks per minute. */
const PROBES_A_MINUTE = 10

const isIdle = and(eq(cloudAccounts.status, 'Available'), isNull(cloudAccounts.retired_at))

export const listDueLooks = (db: Db) =>
  db
    .select({ id: cloudAccounts.id })
    .from(cloudAccounts)
    .where(
      and(
        isIdle,
        sql`coalesce(${cloudAccounts.looked_at}, '-infinity') < now() - make_interval(hours => ${LOOK_HOURS}::int)`,
      ),
    )
    .orderBy(sql`${cloudAccounts.looked_at} nulls first`, asc(cloudAccounts.id))
    .limit(LOOKS_A_MINUTE)

export const listDueProbes = (db: Db) =>
  db
    .select()
    .from(cloudAccounts)
    .where(
      and(
        isIdle,
        isNull(cloudAccounts.check_requested_at),
        sql`coalesce(${cloudAccounts.checked_at}, '-infinity') < now() - make_interval(mins => ${PROBE_MINUTES}::int)`,
      ),
    )
    .orderBy(sql`${cloudAccounts.checked_at} nulls first`, asc(cloudAccounts.id))
    .limit(PROBES_A_MINUTE)

export type Drift = Omit<typeof poolDrifts.$inferInsert, 'id' | 'at'>

/** Reports drift. Ignores a repeated report within the hour. */
export async function insertDrift(tx: Db, drift: Drift): Promise<boolean> {
  const { kind, cloud_account_id = null, deployment_id = null } = drift
  const recent = await tx
    .select({ id: poolDrifts.id })
    .from(poolDrifts)
    .where(
      and(
        eq(poolDrifts.kind, kind),
        sql`${poolDrifts.cloud_account_id} is not distinct from ${cloud_account_id}::uuid`,
        sql`${poolDrifts.deployment_id} is not distinct from ${deployment_id}::uuid`,
        not(lt(poolDrifts.at, sql`now() - interval '1 hour'`)),
      ),
    )
    .limit(1)
  if (recent.length > 0) return false
  await tx.insert(poolDrifts).values(drift)
  return true
}

import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { pipelinedRead } from '../../../db/prepared.ts'
import {
  cloudAccounts,
  deploymentInventories,
  deployments,
  flagSolves,
  labAccess,
  labSnapshots,
  labs,
  nukeReceipts,
} from '../../../db/schema/index.ts'
import { columnsOf, oneRow, toId } from '../../../db/sql.ts'
import { type DeploymentRow, deploymentNotFound, isActive } from './queries.ts'
import { isActiveState } from './sql.ts'

/** Related records that are shown with a deployment. A run that has ended is shown with the current version of the lab. */
const relatedColumns = {
  run: {
    lab: labSnapshots.lab,
    flags: sql<string[]>`jsonb_path_query_array(${labSnapshots.flags}, '$[*].id')`,
  },
  lab: { slug: labs.slug, extensions: labs.extensions, resets: labs.resets },
  account: { account_id: cloudAccounts.account_id, region: cloudAccounts.region },
  resets_used: labAccess.resets_used,
  inventory: deploymentInventories,
  receipt: {
    ...columnsOf(nukeReceipts, 'at', 'pass', 'residue'),
    /** The cleaning pass before the check that found the account empty. */
    cleaned: sql<{
      at: string
      removed: number
    } | null>`(select jsonb_build_object('at', c.at, 'removed', jsonb_array_length(c.removed))
      from ${nukeReceipts} c where c.cloud_account_id = ${nukeReceipts.cloud_account_id} and c.pass = 1 and c.at <= ${nukeReceipts.at}
      order by c.at desc limit 1)`,
  },
}

/** Columns of the deployment itself that are shown, or from which its queue position is computed. */
const own = {
  ...columnsOf(deployments, 'id', 'lab_id', 'snapshot_id', 'cloud', 'state', 'reason', 'message', 'stages'),
  ...columnsOf(deployments, 'priority', 'console_url', 'credentials_sealed', 'outputs', 'duration_seconds'),
  ...columnsOf(deployments, 'extensions_used', 'created_at', 'running_at', 'ends_at', 'hard_deadline_at', 'ended_at'),
}

const solvedInRun = sql<number>`(select count(*)::int from ${flagSolves} where ${flagSolves.user_id} = ${deployments.user_id}
  and ${flagSolves.attempt_id} is null
  and ${flagSolves.flag_id} in (select (f ->> 'id')::uuid from jsonb_array_elements(${labSnapshots.flags}) f))`
const columns = { deployment: own, solved_in_run: solvedInRun, ...relatedColumns }
const itsSnapshot = and(eq(labSnapshots.id, deployments.snapshot_id), isActiveState)
const itsInventory = eq(deploymentInventories.deployment_id, deployments.id)
const itsReceipt = eq(nukeReceipts.id, deployments.receipt_id)
const itsAccount = eq(cloudAccounts.id, deployments.cloud_account_id)
const itsLearnerLab = and(eq(labAccess.user_id, deployments.user_id), eq(labAccess.lab_id, deployments.lab_id))

export type ShownDeployment = Omit<Awaited<ReturnType<typeof findShownDeployment>>, 'solved_in_run'> & {
  solved_in_run?: number
}
export type ShownRow = ShownDeployment['deployment']

/** Finds one of the learner's own deployments. Another learner's deployment is a 404. */
export const findShownDeployment = (db: Db, userId: string, id: string) =>
  oneRow(ownDeployment(db, { userId, id: toId(id) }), deploymentNotFound)

const ownDeployment = pipelinedRead('find_shown_deployment', (db) =>
  db
    .select(columns)
    .from(deployments)
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(labSnapshots, itsSnapshot)
    .leftJoin(cloudAccounts, itsAccount)
    .leftJoin(labAccess, itsLearnerLab)
    .leftJoin(deploymentInventories, itsInventory)
    .leftJoin(nukeReceipts, itsReceipt)
    .where(and(eq(deployments.id, sql.placeholder('id')), eq(deployments.user_id, sql.placeholder('userId')))),
)

/** The learner's newest deployment of each lab. */
export const latestDeployments = pipelinedRead('list_latest_deployments', (db) =>
  db
    .selectDistinctOn([deployments.lab_id], columns)
    .from(deployments)
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(labSnapshots, itsSnapshot)
    .leftJoin(cloudAccounts, itsAccount)
    .leftJoin(labAccess, itsLearnerLab)
    .leftJoin(deploymentInventories, itsInventory)
    .leftJoin(nukeReceipts, itsReceipt)
    .where(
      and(
        eq(deployments.user_id, sql.placeholder('userId')),
        isNull(deployments.attempt_id),
        isNull(deployments.test),
        isNotNull(deployments.lab_id),
      ),
    )
    .orderBy(deployments.lab_id, desc(deployments.created_at)),
)

export async function withRelatedRows(db: Db, deployment: DeploymentRow): Promise<ShownDeployment> {
  const { lab_id, snapshot_id, user_id, cloud_account_id } = deployment
  const snapshot = isActive(deployment) ? snapshot_id : null
  const [row] = await db
    .select(relatedColumns)
    .from(labs)
    .leftJoin(labSnapshots, eq(labSnapshots.id, sql`${snapshot}::uuid`))
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, sql`${cloud_account_id}::uuid`))
    .leftJoin(labAccess, and(eq(labAccess.user_id, user_id), eq(labAccess.lab_id, labs.id)))
    .leftJoin(deploymentInventories, eq(deploymentInventories.deployment_id, sql`${deployment.id}::uuid`))
    .leftJoin(nukeReceipts, eq(nukeReceipts.id, sql`${deployment.receipt_id}::uuid`))
    .where(eq(labs.id, sql`${lab_id}::uuid`))
  const { lab = null, run = null, account = null, resets_used = null, inventory = null, receipt = null } = row ?? {}
  return { deployment, lab, run, account, resets_used, inventory, receipt }
}

import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { pipelinedRead } from '../../db/prepared.ts'
import { cloudAccounts, deployments, labAccess, labs } from '../../db/schema/index.ts'
import { toId } from '../../db/uuid.ts'
import { type DeploymentRow, deploymentNotFound } from './queries.ts'

/** What is shown of a deployment beside its own row. */
const surroundings = {
  lab: { slug: labs.slug, extensions: labs.extensions, resets: labs.resets },
  account: { account_id: cloudAccounts.account_id, region: cloudAccounts.region },
  resets_used: labAccess.resets_used,
}
const columns = { deployment: deployments, ...surroundings }
const itsAccount = eq(cloudAccounts.id, deployments.cloud_account_id)
const itsLearnerLab = and(eq(labAccess.user_id, deployments.user_id), eq(labAccess.lab_id, deployments.lab_id))

export type ShownDeployment = Awaited<ReturnType<typeof findShownDeployment>>

/** The learner's own deployment. Someone else's is a 404. */
export async function findShownDeployment(db: Db, userId: string, id: string) {
  const [row] = await ownDeployment(db, { userId, id: toId(id) })
  if (!row) throw deploymentNotFound()
  return row
}

const ownDeployment = pipelinedRead('find_shown_deployment', (db) =>
  db
    .select(columns)
    .from(deployments)
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(cloudAccounts, itsAccount)
    .leftJoin(labAccess, itsLearnerLab)
    .where(and(eq(deployments.id, sql.placeholder('id')), eq(deployments.user_id, sql.placeholder('userId')))),
)

/** The learner's newest deployment of each lab. */
export const listLatestDeployments = (db: Db, userId: string): Promise<ShownDeployment[]> => latest(db, { userId })

const latest = pipelinedRead('list_latest_deployments', (db) =>
  db
    .selectDistinctOn([deployments.lab_id], columns)
    .from(deployments)
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(cloudAccounts, itsAccount)
    .leftJoin(labAccess, itsLearnerLab)
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

/** A row that was just changed, as it then was, with its surroundings. */
export async function withSurroundings(db: Db, deployment: DeploymentRow): Promise<ShownDeployment> {
  const { lab_id, user_id, cloud_account_id } = deployment
  const [row] = await db
    .select(surroundings)
    .from(labs)
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, sql`${cloud_account_id}::uuid`))
    .leftJoin(labAccess, and(eq(labAccess.user_id, user_id), eq(labAccess.lab_id, labs.id)))
    .where(eq(labs.id, sql`${lab_id}::uuid`))
  return { deployment, lab: row?.lab ?? null, account: row?.account ?? null, resets_used: row?.resets_used ?? null }
}

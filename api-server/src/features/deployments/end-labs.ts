import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { deployments, labs } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { cancelDeployment } from './service.ts'

type Ender = Parameters<typeof cancelDeployment>[3]

/** A lab that was ended, and what it was doing before. */
export type EndedLab = Pick<Awaited<ReturnType<typeof listOpenLabs>>[number], 'user_id' | 'lab' | 'state'>

/**
 * Ends everything that these accounts run or wait for: places in the queue are given up, and the credentials of what is built are revoked.
 * What is ending already ends by itself. The caller has locked the accounts, so that nothing new begins meanwhile.
 */
export async function endLabs(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  userIds: string[],
  reason: Ender,
  message: string | null = null,
): Promise<EndedLab[]> {
  const ended: EndedLab[] = []
  for (const open of await listOpenLabs(tx, userIds)) {
    if (open.state === 'ending') continue
    if (await cancelDeployment(tx, deps, open.deployment, reason, message)) ended.push(open)
  }
  return ended
}

export const countOpenLabs = async (tx: Db, userId: string): Promise<number> =>
  (await listOpenLabs(tx, [userId])).length

/** One cloud after the other, so that two who end much at once take turns. */
async function listOpenLabs(tx: Db, userIds: string[]) {
  const rows = await tx
    .select({ deployment: deployments, lab: sql<string>`coalesce(${labs.slug}, '')` })
    .from(deployments)
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .where(
      and(
        inArray(deployments.user_id, userIds),
        inArray(deployments.state, ['queued', 'held', 'provisioning', 'running', 'ending']),
      ),
    )
    .orderBy(asc(deployments.cloud), asc(deployments.id))
  return rows.map(({ deployment, lab }) => ({ deployment, lab, user_id: deployment.user_id, state: deployment.state }))
}

/** How many labs of these accounts run or are built, and how many wait for an account: what `endLabs` would end. `userIds` is a subquery. */
export async function countLabs(db: Db, userIds: SQL): Promise<{ running: number; queued: number }> {
  const [row] = await db
    .select({
      running: sql<number>`(count(*) filter (where ${deployments.state} in ('provisioning', 'running')))::int`,
      queued: sql<number>`(count(*) filter (where ${deployments.state} in ('queued', 'held')))::int`,
    })
    .from(deployments)
    .where(
      and(
        sql`${deployments.user_id} in (${userIds})`,
        inArray(deployments.state, ['queued', 'held', 'provisioning', 'running']),
      ),
    )
  return row ?? { running: 0, queued: 0 }
}

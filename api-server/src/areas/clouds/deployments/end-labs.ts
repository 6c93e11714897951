import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { listDeployments, listOpenLabs } from './open-lab-queries.ts'
import { cancelDeployment } from './service.ts'
import { whatFollows } from './what-follows.ts'

type Ender = Parameters<typeof cancelDeployment>[3]

/** An ended lab, with its state before the end. */
export type EndedLab = Pick<
  Awaited<ReturnType<typeof listOpenLabs>>[number],
  'deployment' | 'user_id' | 'lab' | 'exam' | 'state'
>

/**
 * Ends all queued and running deployments of these accounts: leaves queues and revokes credentials. Skips those already ending. Learners with an
 * open page see `why` and the consequences. The caller has locked the accounts, so that nothing new starts meanwhile.
 */
export async function endLabs(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  userIds: string[],
  reason: Ender,
  why: string | null = null,
): Promise<EndedLab[]> {
  const ended: EndedLab[] = []
  for (const open of await listOpenLabs(tx, userIds)) {
    if (open.state === 'ending') continue
    const message = why && `${why} ${whatFollows(open.deployment)}`
    if (await cancelDeployment(tx, deps, open.deployment, reason, message)) ended.push(open)
  }
  return ended
}

/** Ends these deployments, regardless of their owner. The caller has locked the owners' accounts. */
export async function endDeployments(tx: Db, deps: Pick<Deps, 'queue'>, ids: string[], message: string): Promise<void> {
  for (const deployment of await listDeployments(tx, ids))
    await cancelDeployment(tx, deps, deployment, 'administrator', message)
}

export const countOpenLabs = async (tx: Db, userId: string): Promise<number> =>
  (await listOpenLabs(tx, [userId])).length

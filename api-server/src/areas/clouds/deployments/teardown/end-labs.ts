import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import type { ContentReferences, LearnerContent } from '../../../../extension-points/content-references.ts'
import type { Tenants } from '../../../../ports/ports.ts'
import {
  type DeploymentRow,
  endedColumns,
  findDeployment,
  findTenancies,
  isHeldBy,
  listDeployments,
  listHolders,
  listOpenLabs,
  listTenancies,
  lockDeployment,
  transitionDeployment,
} from '../queries.ts'
import { assignFreeAccounts } from '../queue/allocation.ts'
import { cancelDeployment } from '../service.ts'
import { beginTeardown, refundReset } from './teardown.ts'

type EndReason = Parameters<typeof cancelDeployment>[3]

type EndedLab = Pick<
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
  reason: EndReason,
  why: string | null = null,
): Promise<EndedLab[]> {
  const ended: EndedLab[] = []
  for (const open of await listOpenLabs(tx, userIds)) {
    if (open.state === 'ending') continue
    const message = why && `${why} ${consequencesOf(open.deployment)}`
    if (await cancelDeployment(tx, deps, open.deployment, reason, message)) ended.push(open)
  }
  return ended
}

/** Ends these deployments, regardless of their owner. The caller has locked the owners' accounts. */
export async function endDeployments(tx: Db, deps: Pick<Deps, 'queue'>, ids: string[], message: string): Promise<void> {
  for (const deployment of await listDeployments(tx, ids))
    await cancelDeployment(tx, deps, deployment, 'administrator', message)
}

/** Number of deployments of an account that have not ended, including exam environments. */
export const countOpenLabs = async (tx: Db, userId: string): Promise<number> =>
  (await listOpenLabs(tx, [userId])).length

/** Consequences for the learner when we end an environment. Shown after the reason. */
function consequencesOf({ attempt_id, preflight_of }: Pick<DeploymentRow, 'attempt_id' | 'preflight_of'>): string {
  if (attempt_id)
    return 'No reset was used, and your solved flags are saved. Your time is paused until a new environment runs, which is built automatically.'
  if (preflight_of) return 'This does not affect your exam.'
  return 'No reset was used, and your solved flags are saved. You can deploy the lab again.'
}

/** Running and waiting labs. Earlier deployments stay with their learners, as a record of who had a cloud account. */
export const deploymentReferences: ContentReferences = {
  async list(db, held) {
    return (await listOpen(db, held)).map(({ deployment, lab, state }) => ({
      what: `${WORDS[state as keyof typeof WORDS] ?? 'Lab being built'}: ${lab}`,
      is: 'running',
      key: `deployment:${deployment.id}`,
    }))
  },
  async end(tx, deps, held) {
    for (const { deployment } of await listOpen(tx, held))
      await cancelDeployment(tx, deps, deployment, 'administrator', ENDED)
  },
}

const WORDS = { queued: 'Lab in the queue', held: 'Lab in the queue', running: 'Running lab' } as const
const ENDED = 'Your access to this lab has changed. No reset was used.'

async function listOpen(db: Db, { user_id, lab_ids }: LearnerContent) {
  if (lab_ids.length === 0) return []
  return (await listOpenLabs(db, [user_id])).filter(
    ({ deployment: { lab_id, attempt_id, test }, state }) =>
      state !== 'ending' && lab_id !== null && lab_ids.includes(lab_id) && !attempt_id && !test,
  )
}

export const tenants: Tenants = {
  assignFreeAccounts,
  lockDeployment,
  listHolders,
  isHeldBy,
  listTenancies,
  findTenancies,
  async endLab(tx, deps, deploymentId, why) {
    const message = `${why} ${consequencesOf(await findDeployment(tx, deploymentId))}`
    const set = {
      reason: 'administrator' as const,
      message,
      ended_at: endedColumns().ended_at,
      cloud_account_id: null,
    }
    const ended =
      (await transitionDeployment(tx, deploymentId, 'give_up_hold', { set })) ??
      (await beginTeardown(tx, deps, deploymentId, 'administrator', { message }))
    if (ended) await refundReset(tx, ended)
    return ended !== undefined
  },
}

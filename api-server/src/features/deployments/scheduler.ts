import type { Deps } from '../../deps.ts'
import { prepareMail, queueMail } from '../../mail/outbox.ts'
import { lockPool } from '../cloud-accounts/pool.ts'
import { assignFreeAccounts, releaseAccount } from './allocation.ts'
import * as working from './lease-queries.ts'
import * as timing from './lifecycle-queries.ts'
import { listUntold } from './mail-queries.ts'
import { deploymentMail } from './mails.ts'
import * as queries from './queries.ts'
import * as waiting from './queue-queries.ts'
import { beginTeardown } from './teardown.ts'

type Needs = Pick<Deps, 'db' | 'queue' | 'config'>

const CLOUDS = ['aws', 'azure', 'gcp'] as const
const WARNINGS = [30, 10, 5, 0] as const

/**
 * The net under everything timed: ends what is over, warns, gives holds up, hands work of dead workers to living ones, serves
 * the queues. Each step judges its condition again in its own statement, so that sweeps may overlap with anything.
 */
export async function sweepDeployments(deps: Needs): Promise<void> {
  const { db, queue } = deps
  for (const { id } of await timing.listExpired(db))
    await db.transaction((tx) => beginTeardown(tx, deps, id, 'expired', { when: timing.timeIsOver }))
  for (const [at, minutes] of WARNINGS.slice(0, -1).entries()) await timing.warn(db, minutes, WARNINGS[at + 1] ?? 0)
  for (const held of await waiting.listExpiredHolds(db)) await expireHold(deps, held)
  for (const { id, state } of await working.listUnleased(db))
    await queue.send(db, state === 'ending' ? 'deployments.end' : 'deployments.build', { id })
  for (const cloud of CLOUDS) await db.transaction((tx) => assignFreeAccounts(tx, deps, cloud))
  await mailOfflineLearners(deps)
}

/** Mails whoever may not be looking; the key of the mail makes it one, however often this runs. */
async function mailOfflineLearners({ db, config }: Needs): Promise<void> {
  for (const told of await listUntold(db))
    await queueMail(db, await prepareMail(deploymentMail(told, config.publicUrl)))
}

/** One miss keeps a place near the front, the second ends it; the account goes to the next. */
async function expireHold(deps: Needs, held: queries.DeploymentRow): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockPool(tx, held.cloud)
    const when = waiting.isHoldOver
    const moved =
      held.misses === 0
        ? await queries.stepDeployment(tx, held.id, 'miss', {
            when,
            set: { ...(await waiting.behindTheFirst(tx, held)), misses: 1, held_until: null, cloud_account_id: null },
          })
        : await queries.stepDeployment(tx, held.id, 'miss_again', {
            when,
            set: {
              misses: held.misses + 1,
              reason: 'unclaimed',
              ended_at: queries.nowEnded().ended_at,
              message: UNCLAIMED,
            },
          })
    if (moved && (await releaseAccount(tx, held, 'The learner did not come')))
      await assignFreeAccounts(tx, deps, held.cloud)
  })
}

const UNCLAIMED =
  'An account was held for you twice, ten minutes each, and nobody came. Deploy the lab again when you have time.'

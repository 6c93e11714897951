import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { lockPool } from '../cloud-accounts/index.ts'
import { buildDeployment } from './build/build.ts'
import { endOverduePreflights } from './build/preflight.ts'
import { listUnregistered } from './build/queries.ts'
import { registerOlderFlags } from './build/register-flags.ts'
import { queueReadings, readInventory } from './inventory/inventory.ts'
import { listDueReadings } from './inventory/queries.ts'
import * as leases from './lease-queries.ts'
import { listUnnotified, listWarned } from './mail-queries.ts'
import { deploymentMail, warningMail } from './mails.ts'
import { lookIntoAccount, reconcilePool } from './pool/reconcile.ts'
import * as queries from './queries.ts'
import { assignFreeAccounts, releaseAccount } from './queue/allocation.ts'
import * as queueQueries from './queue/queries.ts'
import { beginTeardown, tearDown } from './teardown/teardown.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log' | 'config'>

interface JobData {
  id: string
}

export const deploymentJobs = (deps: NeededDeps): Job<never>[] => [
  {
    name: 'deployments.build',
    expireInSeconds: 1800,
    concurrency: 8,
    handle: ({ id }: JobData, { signal }) => buildDeployment(deps, id, signal),
  } satisfies Job<JobData>,
  {
    name: 'deployments.end',
    expireInSeconds: 300,
    concurrency: 8,
    handle: ({ id }: JobData, { signal }) => tearDown(deps, id, signal),
  } satisfies Job<JobData>,
  {
    name: 'deployments.sweep',
    isDue: () => hasWork(deps.db),
    handle: () => sweepDeployments(deps),
  },
  {
    name: 'deployments.read-inventory',
    expireInSeconds: 300,
    concurrency: 4,
    handle: ({ id }: JobData, { signal }) => readInventory(deps, id, signal),
  } satisfies Job<JobData>,
  {
    name: 'deployments.read-inventories',
    isDue: async () => (await listDueReadings(deps.db, deps.config, 1)).length > 0,
    handle: () => queueReadings(deps),
  },
  {
    name: 'deployments.reconcile',
    handle: () => reconcilePool(deps),
  },
  {
    name: 'deployments.look-into-account',
    expireInSeconds: 600,
    concurrency: 2,
    handle: ({ id }: JobData, { signal }) => lookIntoAccount(deps, id, signal),
  } satisfies Job<JobData>,
  {
    name: 'deployments.mark-flags',
    isDue: async () => (await listUnregistered(deps.db, 1)).length > 0,
    handle: () => registerOlderFlags(deps),
  },
]

type SweepDeps = Pick<Deps, 'db' | 'queue' | 'config'>

const CLOUDS = ['aws', 'azure', 'gcp'] as const
const WARNINGS = [30, 10, 5, 0] as const

/** Whether a sweep has work: a deployment that has not ended, or a mail to send. */
const hasWork = async (db: Db): Promise<boolean> =>
  (await leases.hasUnended(db)) || (await listUnnotified(db)).length > 0

/**
 * Handles everything time-based: ends expired labs, sends warnings, releases expired holds, requeues the work of dead workers and serves the
 * queues. Each step checks its condition again in its own statement, so sweeps may overlap with anything.
 */
export async function sweepDeployments(deps: SweepDeps): Promise<void> {
  const { db, queue } = deps
  for (const { id } of await leases.listExpired(db))
    await db.transaction((tx) => beginTeardown(tx, deps, id, 'expired', { when: leases.isPastEnd }))
  await endOverduePreflights(deps)
  for (const [at, minutes] of WARNINGS.slice(0, -1).entries()) await warnOfEnds(deps, minutes, WARNINGS[at + 1] ?? 0)
  for (const held of await queueQueries.listExpiredHolds(db)) await expireHold(deps, held)
  const unleased = await leases.listUnleased(db)
  const idsOf = (state: string) => unleased.filter((one) => one.state === state).map(({ id }) => id)
  await queue.sendMissing(db, 'deployments.build', idsOf('provisioning'))
  await queue.sendMissing(db, 'deployments.end', idsOf('ending'))
  for (const cloud of CLOUDS) await db.transaction((tx) => assignFreeAccounts(tx, deps, cloud))
  await mailOfflineLearners(deps)
}

/** Sends each warning once, on the page and by mail. If two processes compete, the one that records the warning sends the mail. */
async function warnOfEnds({ db, config }: SweepDeps, minutes: number, next: number): Promise<void> {
  const due = await leases.listUnwarned(db, minutes, next)
  const warned = await listWarned(db, due, minutes)
  for (const id of due) {
    const notice = warned.get(id)
    const mail = notice && (await prepareMail(warningMail({ ...notice, minutes }, config.publicUrl)))
    await db.transaction(async (tx) => {
      if ((await leases.markWarned(tx, id, minutes, notice?.ends_at ?? null)) && mail) await queueMail(tx, mail)
    })
  }
}

/** Mails learners who may be away. The dedupe key ensures a single mail, however often this runs. */
async function mailOfflineLearners({ db, config }: SweepDeps): Promise<void> {
  for (const notice of await listUnnotified(db))
    await queueMail(db, await prepareMail(deploymentMail(notice, config.publicUrl)))
}

/** After a first missed hold, the deployment stays near the front of the queue; after a second, it ends. The account goes to the next in the queue. */
async function expireHold(deps: SweepDeps, held: queries.DeploymentRow): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockPool(tx, held.cloud)
    const when = queueQueries.isHoldExpired
    const transitioned =
      held.misses === 0
        ? await queries.transitionDeployment(tx, held.id, 'miss_hold', {
            when,
            set: {
              ...(await queueQueries.secondInQueue(tx, held)),
              misses: 1,
              held_until: null,
              cloud_account_id: null,
            },
          })
        : await queries.transitionDeployment(tx, held.id, 'give_up_hold', {
            when,
            set: {
              misses: held.misses + 1,
              reason: 'unclaimed',
              ended_at: queries.endedColumns().ended_at,
              message: UNCLAIMED,
            },
          })
    if (transitioned && (await releaseAccount(tx, held, 'The learner did not claim it')))
      await assignFreeAccounts(tx, deps, held.cloud)
  })
}

const UNCLAIMED =
  'An account was reserved for you twice, for ten minutes each time, but you did not claim it. Deploy the lab again when you have time.'

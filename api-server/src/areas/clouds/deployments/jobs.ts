import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { buildDeployment } from './build/build.ts'
import { markOlderFlags } from './build/mark-flags.ts'
import { listUnmarked } from './build/queries.ts'
import { askForReadings, readInventory } from './inventory/inventory.ts'
import { listDueReadings } from './inventory/queries.ts'
import { lookIntoAccount, reconcilePool } from './pool/reconcile.ts'
import { hasWork, sweepDeployments } from './scheduler.ts'
import { tearDown } from './teardown/teardown.ts'

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
    handle: () => askForReadings(deps),
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
    isDue: async () => (await listUnmarked(deps.db, 1)).length > 0,
    handle: () => markOlderFlags(deps),
  },
]

import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { buildDeployment } from './build.ts'
import { hasWork, sweepDeployments } from './scheduler.ts'
import { tearDown } from './teardown.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log' | 'config'>

interface JobData {
  id: string
}

/** What a replay does is documented at the function each job calls. */
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
    every: 10,
    isDue: () => hasWork(deps.db),
    handle: () => sweepDeployments(deps),
  },
]

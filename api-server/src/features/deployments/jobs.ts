import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { buildDeployment } from './build.ts'
import { sweepDeployments } from './scheduler.ts'
import { tearDown } from './teardown.ts'

type Needs = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log' | 'config'>

interface Named {
  id: string
}

/** What a replay of each does stands at the function it calls. */
export const deploymentJobs = (deps: Needs): Job<never>[] => [
  {
    name: 'deployments.build',
    expireInSeconds: 1800,
    concurrency: 8,
    handle: ({ id }: Named, { signal }) => buildDeployment(deps, id, signal),
  } satisfies Job<Named>,
  {
    name: 'deployments.end',
    expireInSeconds: 300,
    concurrency: 8,
    handle: ({ id }: Named, { signal }) => tearDown(deps, id, signal),
  } satisfies Job<Named>,
  {
    name: 'deployments.sweep',
    every: 10,
    handle: () => sweepDeployments(deps),
  },
]

import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { sendDue } from './deliver.ts'
import { listDue } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'secrets' | 'config' | 'webhookSender'>

export const webhookJobs = (deps: NeededDeps): Job<never>[] => [
  /**
   * Safe to retry: a delivery is claimed by a conditional update before it is sent, and marked afterwards. If the process dies in between,
   * it is sent again after a minute with the same id, by which the receiver recognises it.
   */
  {
    name: 'webhooks.deliver',
    every: 5,
    isDue: async () => (await listDue(deps.db)).length > 0,
    expireInSeconds: 300,
    handle: (_data, { signal }) => sendDue(deps, signal),
  },
]

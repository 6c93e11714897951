import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { sendDue } from './deliver.ts'
import { listDue } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'secrets' | 'config' | 'webhookSender'>

export const webhookJobs = (deps: NeededDeps): Job<never>[] => [
  {
    name: 'webhooks.deliver',
    isDue: async () => (await listDue(deps.db)).length > 0,
    expireInSeconds: 300,
    handle: (_data, { signal }) => sendDue(deps, signal),
  },
]

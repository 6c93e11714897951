import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { sendDeliveries } from './deliver.ts'
import { hasDueDeliveries } from './delivery-queries.ts'
import { lookForAlarms } from './look.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'log' | 'extensions' | 'config' | 'clock' | 'alarmWebhook'>

export const alarmJobs = (deps: NeededDeps): Job<never>[] => [
  { name: 'alarms.watch', handle: () => lookForAlarms(deps) },
  // Queued when something starts or ends an alarm condition, instead of waiting for the next minute.
  { name: 'alarms.look', retryLimit: 0, concurrency: 1, handle: () => lookForAlarms(deps) },
  {
    name: 'alarms.deliver',
    isDue: async () => deps.alarmWebhook !== null && (await hasDueDeliveries(deps.db)),
    expireInSeconds: 120,
    async handle(_data, { signal }) {
      while (!signal.aborted && (await sendDeliveries(deps)) > 0);
    },
  },
]

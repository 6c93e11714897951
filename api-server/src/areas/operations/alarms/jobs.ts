import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { sendDeliveries } from './deliver.ts'
import { hasDueDeliveries } from './delivery-queries.ts'
import { lookForAlarms } from './look.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'log' | 'extensions' | 'config' | 'clock' | 'alarmWebhook'>

export const alarmJobs = (deps: NeededDeps): Job<never>[] => [
  // Safe to retry: open alarms stay open, and notifications are not repeated (look.ts).
  { name: 'alarms.watch', every: 60, handle: () => lookForAlarms(deps) },
  // Queued when something starts or ends an alarm condition, instead of waiting for the next minute. Safe to retry, like the above.
  { name: 'alarms.look', retryLimit: 0, concurrency: 1, handle: () => lookForAlarms(deps) },
  /**
   * Safe to retry: a delivery is claimed by a conditional update before it is sent, and marked afterwards. If the process dies in between, it is
   * sent again after two minutes with the same id, which the receiver can use to deduplicate.
   */
  {
    name: 'alarms.deliver',
    every: 5,
    isDue: async () => deps.alarmWebhook !== null && (await hasDueDeliveries(deps.db)),
    expireInSeconds: 120,
    async handle(_data, { signal }) {
      while (!signal.aborted && (await sendDeliveries(deps)) > 0);
    },
  },
]

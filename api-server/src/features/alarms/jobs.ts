import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { sendDeliveries } from './deliver.ts'
import { hasDueDeliveries } from './delivery-queries.ts'
import { lookForAlarms } from './look.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'log' | 'extensions' | 'config' | 'clock' | 'alarmWebhook'>

export const alarmJobs = (deps: NeededDeps): Job<never>[] => [
  // Replay: what is open stays open, and who was told is not told again (look.ts).
  { name: 'alarms.watch', every: 60, handle: () => lookForAlarms(deps) },
  // Sent where something makes an alarm plain, so that nobody waits for the minute. Replay: the same look.
  { name: 'alarms.look', retryLimit: 0, concurrency: 1, handle: () => lookForAlarms(deps) },
  /**
   * Replay: a delivery is claimed by a conditional update before it is sent and marked afterwards. If the process dies in between, it is sent
   * again after two minutes under the same id, by which the receiver knows it.
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

import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { claimDeliveries, hasDueDeliveries, markFailed, markSent } from './delivery-queries.ts'
import { evaluateAlarms } from './evaluate.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'log' | 'extensions' | 'config' | 'clock' | 'alarmWebhook'>

export const alarmJobs = (deps: NeededDeps): Job<never>[] => [
  { name: 'alarms.watch', handle: () => evaluateAlarms(deps) },
  // Queued when something starts or ends an alarm condition, instead of waiting for the next minute.
  { name: 'alarms.look', retryLimit: 0, concurrency: 1, handle: () => evaluateAlarms(deps) },
  {
    name: 'alarms.deliver',
    isDue: async () => deps.alarmWebhook !== null && (await hasDueDeliveries(deps.db)),
    expireInSeconds: 120,
    async handle(_data, { signal }) {
      while (!signal.aborted && (await sendDeliveries(deps)) > 0);
    },
  },
]

/** Sends due deliveries in small batches; returns how many were claimed. */
export async function sendDeliveries({
  db,
  log,
  clock,
  alarmWebhook,
}: Pick<Deps, 'db' | 'log' | 'clock' | 'alarmWebhook'>): Promise<number> {
  if (!alarmWebhook) return 0
  const claimed = await claimDeliveries(db, 5)
  for (const { id, body } of claimed) {
    try {
      await alarmWebhook.send({ id, body }, clock.now())
      await markSent(db, id)
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Could not be sent'
      log.warn({ delivery: id, error: message }, 'The alarm webhook rejected a delivery')
      await markFailed(db, id, message)
    }
  }
  return claimed.length
}

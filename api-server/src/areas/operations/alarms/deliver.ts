import type { Deps } from '../../../deps.ts'
import { claimDeliveries, markFailed, markSent } from './delivery-queries.ts'

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
      const message = error instanceof Error ? error.message : 'It could not be sent'
      log.warn({ delivery: id, error: message }, 'The webhook of alarms did not take a delivery')
      await markFailed(db, id, message)
    }
  }
  return claimed.length
}

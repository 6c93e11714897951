import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import { findOrder, lockOrder } from '../queries.ts'
import { findRefund, listToAsk, saveProviderId, updateRefund } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'payments'>

/**
 * Asks the provider for a refund. Safe to retry: each try has an idempotency key, so the money is sent once; the result arrives as an
 * event. A final rejection sets the state to failed. Other errors are retried.
 */
export async function askProvider({ db, payments }: NeededDeps, id: string): Promise<void> {
  const refund = await findRefund(db, id)
  const order = refund && (await findOrder(db, refund.order_id))
  if (!order || refund.state !== 'asked' || refund.provider_id || order.provider !== payments.provider) return
  if (!payments.refund) return
  try {
    const { amount, tries } = refund
    await saveProviderId(db, refund, await payments.refund(order, { refund_id: id, amount, tries }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
    await db.transaction(async (tx) => {
      await lockOrder(tx, order.id)
      const now = await findRefund(tx, id)
      if (now?.state === 'asked' && now.tries === refund.tries)
        await updateRefund(tx, id, { state: 'failed', note: error.message })
    })
  }
}

export const hasToAsk = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> => (await listToAsk(db)).length > 0

/** Queues refunds whose job was lost. */
export const askForAll = async ({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> =>
  queue.sendMissing(
    db,
    'orders.refund',
    (await listToAsk(db)).map(({ id }) => id),
  )

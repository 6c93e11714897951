import type { Db } from '../../../../db/open.ts'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { ProviderEvent } from '../../../../integrations/payments.ts'
import * as events from '../payment-queries.ts'
import { applied } from '../transitions.ts'
import * as queries from './queries.ts'

/** Stores that a payout was sent or returned. A job then reads its lines. */
export async function recordPayout(
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  { kind, amount, currency, payout }: ProviderEvent,
  row: events.NewEvent,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await events.storeEvent(tx, row)
    if (!stored || !payout) return
    const { id } = await queries.savePayout(tx, {
      provider: row.provider,
      number: payout.number,
      amount: amount ?? 0,
      currency: currency ?? '',
      state: kind === 'payout_paid' ? 'paid' : 'failed',
      arrives_at: payout.arrives_at,
    })
    await events.saveOutcome(tx, stored, applied)
    await queue.send(tx, 'orders.read_payout', { id })
  })
}

/**
 * Reads the lines of a payout page by page and matches each with its order. Safe to retry: existing lines are skipped; a run that was
 * stopped restarts at the first page.
 */
export async function readPayout(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const payout = await queries.findPayout(db, id)
  if (!payout || payout.read_at || payout.provider !== payments.provider || !payments.listPayoutLines) return
  for await (const lines of payments.listPayoutLines(payout.number)) {
    if (signal.aborted) return
    await queries.saveLines(db, payout, lines)
  }
  await queries.finishPayout(db, id)
}

export async function readPayoutForAdmin(db: Db, id: string) {
  const payout = isUuid(id) ? await queries.findPayout(db, id) : undefined
  if (!payout) throw new ApiError('not_found', 'There is no such payout.')
  return payout
}

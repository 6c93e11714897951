import type { Deps } from '../../../deps.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { findSeller } from '../../taxes/service.ts'
import { type Buyer, transferMail } from '../mails.ts'
import { markAwaitingPayment, type OrderRow } from '../queries.ts'

/** Tells the buyer by mail how to pay by transfer: once, however often they ask. */
export async function askForTransfer(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id, email, full_name }: Buyer,
  order: OrderRow,
) {
  const seller = await findSeller(db)
  const mail = await prepareMail(transferMail(order, { id, email, full_name }, seller?.facts, config.publicUrl))
  await db.transaction(async (tx) => {
    await markAwaitingPayment(tx, order.id, null)
    await queueMail(tx, mail)
  })
  const state = order.state === 'draft' ? ('awaiting_payment' as const) : order.state
  return { order_id: order.id, state, checkout_url: null }
}

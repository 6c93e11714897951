import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { PaymentEvent } from '../../integrations/payments.ts'
import { prepareMail, queueMail } from '../../mail/outbox.ts'
import { findAccount } from '../auth/service.ts'
import { findContentPath } from './content-path.ts'
import { creditWhole, issueInvoice } from './documents/issue.ts'
import { fulfilOrder, prepareFulfilment } from './fulfil.ts'
import { refundedMail } from './mails.ts'
import * as queries from './queries.ts'
import { assertTransition, isPaid } from './transitions.ts'

type NeededDeps = Pick<Deps, 'db' | 'config'>

/**
 * Handles a provider's event about an order. The event is saved and applied in one transaction, so an event that arrives
 * twice, late or out of order has one effect, and after an error the provider can send it again. Only these events decide
 * whether an order is paid, never the page that the buyer returns to.
 */
export async function handlePayment({ db, config }: NeededDeps, provider: string, event: PaymentEvent): Promise<void> {
  const found = await queries.findOrder(db, event.order_id)
  const buyer = found && (await findAccount(db, found.user_id))
  if (!found || !buyer) throw new ApiError('not_found', 'There is no such order.')
  if (event.kind === 'paid' && (event.amount !== found.total_amount || event.currency !== found.currency))
    throw new ApiError('conflict', 'The payment does not match the total of this order.')
  const fulfilment =
    event.kind === 'paid'
      ? await prepareFulfilment(config.publicUrl, found, buyer, await findContentPath(db, found))
      : null
  const refundMail = event.kind === 'paid' ? await prepareMail(refundedMail(found, buyer, config.publicUrl)) : null

  await db.transaction(async (tx) => {
    const row = { provider, event_id: event.id, kind: event.kind, order_id: event.order_id }
    if (!(await queries.recordPaymentEvent(tx, row))) return
    const order = await queries.lockOrder(tx, event.order_id)
    if (order.state === event.kind || (event.kind === 'paid' && isPaid(order.state))) return
    assertTransition(order.state, event.kind)
    const updated = await queries.setOrderState(tx, order.id, event.kind)
    if (!fulfilment || !refundMail) return
    const isLate = order.state === 'failed' || order.state === 'cancelled'
    if (isLate && !(await queries.findForSale(tx, order.kind, order.slug, order.user_id))?.bookable) {
      const refundId = await queries.insertRefund(tx, updated, 'The payment arrived when it was no longer for sale.')
      await queries.setOrderState(tx, order.id, 'refunded')
      await queueMail(tx, refundMail)
      await issueInvoice(tx, updated)
      await creditWhole(tx, updated, refundId)
      return
    }
    await fulfilOrder(tx, updated, fulfilment)
    await issueInvoice(tx, updated)
  })
}

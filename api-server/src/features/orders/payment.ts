import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { PaymentEvent } from '../../integrations/payments.ts'
import { prepareMail, queueMail } from '../../mail/outbox.ts'
import { findAccount } from '../auth/service.ts'
import { fulfilOrder, prepareFulfilment } from './fulfil.ts'
import { refundedMail } from './mails.ts'
import * as queries from './queries.ts'
import { assertTransition, isPaid } from './transitions.ts'

type NeededDeps = Pick<Deps, 'db' | 'config'>

/**
 * What a provider says about an order, once and for all: the event is written down and acted on in one transaction, so that
 * twice, late or in the wrong order it has one effect, and an error leaves nothing and lets the provider send it again.
 * The event is the authority, never the page that the buyer comes back to.
 */
export async function handlePayment({ db, config }: NeededDeps, provider: string, event: PaymentEvent): Promise<void> {
  const known = await queries.findOrder(db, event.order_id)
  const buyer = known && (await findAccount(db, known.user_id))
  if (!known || !buyer) throw new ApiError('not_found', 'There is no such order.')
  if (event.kind === 'paid' && (event.amount !== known.total_amount || event.currency !== known.currency))
    throw new ApiError('conflict', 'The payment is not for what this order costs.')
  const fulfilment = event.kind === 'paid' ? await prepareFulfilment(config.publicUrl, known, buyer) : null
  const refunded = event.kind === 'paid' ? await prepareMail(refundedMail(known, buyer, config.publicUrl)) : null

  await db.transaction(async (tx) => {
    const recorded = { provider, event_id: event.id, kind: event.kind, order_id: event.order_id }
    if (!(await queries.recordEvent(tx, recorded))) return
    const order = await queries.lockOrder(tx, event.order_id)
    if (order.state === event.kind || (event.kind === 'paid' && isPaid(order.state))) return
    assertTransition(order.state, event.kind)
    const next = await queries.setState(tx, order.id, event.kind)
    if (!fulfilment || !refunded) return
    const late = order.state === 'failed' || order.state === 'cancelled'
    if (late && !(await queries.findForSale(tx, order.kind, order.slug, order.user_id))) {
      await queries.insertRefund(tx, next, 'The payment came when it was no longer sold.')
      await queries.setState(tx, order.id, 'refunded')
      return queueMail(tx, refunded)
    }
    await fulfilOrder(tx, next, fulfilment)
  })
}

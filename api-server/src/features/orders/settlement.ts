import type { Tx } from '../../db/open.ts'
import type { OrderState } from '../../db/schema/index.ts'
import type { PaymentEvent } from '../../integrations/payments.ts'
import * as events from './payment-queries.ts'
import { type OrderRow, setOrderState } from './queries.ts'
import { canTransition } from './transitions.ts'

/** What an event did; `note` says in one sentence why it did nothing. */
export interface EventResult {
  outcome: 'applied' | 'no_effect' | 'waiting' | 'refused'
  note: string
}
export const applied: EventResult = { outcome: 'applied', note: '' }
export const noEffect = (note: string): EventResult => ({ outcome: 'no_effect', note })
export const refused = (note: string): EventResult => ({ outcome: 'refused', note })

/** Money went back to the buyer, because we asked for it or because somebody did it at the provider's own desk. */
export async function settleRefund(tx: Tx, order: OrderRow, event: PaymentEvent): Promise<EventResult> {
  const { refund_id, provider_refund, amount } = event
  const known = await events.findRefund(tx, { order_id: order.id, refund_id, provider_refund })
  if (known && known.state !== 'asked') return noEffect('This refund is known.')
  if (known) {
    await events.saveRefund(tx, { ...known, state: 'done', provider_id: provider_refund ?? null })
    return applied
  }
  const refunded = order.refunded_amount + amount
  if (refunded > order.total_amount) return refused('More was refunded than was paid.')
  await events.saveRefund(tx, {
    order_id: order.id,
    amount,
    reason: 'Made at the payment provider',
    provider_id: provider_refund ?? null,
    state: 'done',
  })
  await events.updateOrder(tx, order.id, { refunded_amount: refunded })
  const state: OrderState = refunded === order.total_amount ? 'refunded' : 'partially_refunded'
  // While a bank decides, the order stays disputed, and remembers the refund for afterwards.
  if (order.state === 'disputed' && state !== 'refunded')
    await events.updateOrder(tx, order.id, { state_before_dispute: state })
  else if (order.state !== state && canTransition(order.state, state)) await setOrderState(tx, order.id, state)
  return applied
}

export async function failRefund(tx: Tx, order: OrderRow, event: PaymentEvent): Promise<EventResult> {
  const { refund_id, provider_refund } = event
  const known = await events.findRefund(tx, { order_id: order.id, refund_id, provider_refund })
  if (known) await events.saveRefund(tx, { ...known, state: 'failed', provider_id: provider_refund ?? null })
  return refused('The refund failed. The buyer has to get the money in another way.')
}

/** A bank asks for the money back. */
export async function openDispute(tx: Tx, order: OrderRow, { dispute_id = '' }: PaymentEvent): Promise<EventResult> {
  const ended = await events.findDisputeEnd(tx, dispute_id)
  if (ended === 'dispute_won') return noEffect('This dispute was won before we heard of it.')
  if (ended === 'dispute_lost') return loseDispute(tx, order)
  if (!canTransition(order.state, 'disputed')) return noEffect('The order is disputed or refunded already.')
  await events.updateOrder(tx, order.id, { state_before_dispute: order.state })
  await setOrderState(tx, order.id, 'disputed')
  return applied
}

export async function closeDispute(tx: Tx, order: OrderRow, ending: 'won' | 'lost'): Promise<EventResult> {
  if (order.state === 'refunded') return noEffect('The order was refunded before.')
  if (ending === 'lost') return loseDispute(tx, order)
  if (order.state !== 'disputed') return noEffect('The order was not disputed.')
  await setOrderState(tx, order.id, order.state_before_dispute ?? 'fulfilled')
  await events.updateOrder(tx, order.id, { state_before_dispute: null })
  return applied
}

async function loseDispute(tx: Tx, order: OrderRow): Promise<EventResult> {
  if (order.state === 'refunded') return noEffect('The order was refunded before.')
  const amount = order.total_amount - order.refunded_amount
  await events.saveRefund(tx, { order_id: order.id, amount, reason: 'The dispute was lost', state: 'done' })
  await events.updateOrder(tx, order.id, { refunded_amount: order.total_amount, state_before_dispute: null })
  await setOrderState(tx, order.id, 'refunded')
  return applied
}

import type { OrderState } from '../../../db/schema/index.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong } from '../../../identity/require-access.ts'
import type { OrderRow } from './queries.ts'

/**
 * All permitted transitions of an order. A payment may arrive before the checkout is saved, or after the order failed or was
 * cancelled. A dispute ends in the state before it or, if lost, in a refund.
 */
export const transitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  draft: ['awaiting_payment', 'paid', 'failed', 'cancelled'],
  awaiting_payment: ['paid', 'failed', 'cancelled'],
  paid: ['fulfilled', 'refunded', 'disputed'],
  fulfilled: ['partially_refunded', 'refunded', 'disputed'],
  failed: ['paid', 'cancelled'],
  cancelled: ['paid'],
  partially_refunded: ['refunded', 'disputed'],
  refunded: [],
  disputed: ['paid', 'fulfilled', 'partially_refunded', 'refunded'],
}

export const canTransition = (from: OrderState, to: OrderState) => transitions[from].includes(to)

/** Throws a 409 error that names the order's current state. */
export function assertTransition(from: OrderState, to: OrderState) {
  if (!canTransition(from, to))
    throw new ApiError('conflict', `This order is ${stateLabels[from]}, so this is not possible now.`)
}

/** Throws `stale_version` if the locked order has changed since the caller saw it. */
export function assertVersion(order: Pick<OrderRow, 'version'>, version: number) {
  if (order.version !== version)
    throw new ApiError('stale_version', 'This order was changed in the meantime. Reload and try again.')
}

/** Whether the payment arrived and was not refunded in full. */
export const isPaid = (state: OrderState) => ['paid', 'fulfilled', 'partially_refunded', 'disputed'].includes(state)

const stateLabels: Record<OrderState, string> = {
  draft: 'not placed yet',
  awaiting_payment: 'waiting for payment',
  paid: 'paid',
  fulfilled: 'paid and delivered',
  failed: 'unpaid because the payment failed',
  cancelled: 'cancelled',
  partially_refunded: 'partially refunded',
  refunded: 'refunded',
  disputed: 'disputed',
}

/** Effect of an event. `note` gives the reason in one sentence if it had none. */
export interface EventResult {
  outcome: 'applied' | 'no_effect' | 'refused'
  note: string
}
export const applied: EventResult = { outcome: 'applied', note: '' }
export const noEffect = (note: string): EventResult => ({ outcome: 'no_effect', note })
export const refused = (note: string): EventResult => ({ outcome: 'refused', note })

type Subject = Pick<OrderRow, 'state' | 'provider' | 'total_amount' | 'refunded_amount'>

/** Actions that the order's state permits. The service checks the same before it acts. */
export const possibleWith = ({ state, provider, total_amount, refunded_amount }: Subject) => ({
  refund:
    (state === 'paid' || state === 'fulfilled' || state === 'partially_refunded') && total_amount > refunded_amount,
  record_transfer: provider === 'invoice' && (state === 'awaiting_payment' || state === 'cancelled'),
})

/** Only finance moves money. */
export function allowedOnOrder(order: Subject, { capabilities }: CurrentUser) {
  const possible = possibleWith(order)
  const isFinance = capabilities.includes('finance')
  return allowedAmong({
    refund: possible.refund && isFinance,
    record_transfer: possible.record_transfer && isFinance,
  })
}

import type { OrderState } from '../../db/schema/index.ts'
import { ApiError } from '../../errors.ts'

/**
 * Every step an order may take; no other exists. A payment can arrive after all: before the checkout was
 * written down, or after it failed or was cancelled. A dispute goes back to where it came from, or is lost.
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

export const canBecome = (from: OrderState, to: OrderState) => transitions[from].includes(to)

/** Throws 409 with what the order is instead. */
export function assertTransition(from: OrderState, to: OrderState) {
  if (!canBecome(from, to)) throw new ApiError('conflict', `This order is ${words[from]}, so that is not possible now.`)
}

/** Whether money for it has arrived and has not gone back. */
export const isPaid = (state: OrderState) => ['paid', 'fulfilled', 'partially_refunded', 'disputed'].includes(state)

const words: Record<OrderState, string> = {
  draft: 'not placed yet',
  awaiting_payment: 'waiting for its payment',
  paid: 'paid',
  fulfilled: 'paid and delivered',
  failed: 'not paid: the payment failed',
  cancelled: 'cancelled',
  partially_refunded: 'refunded in part',
  refunded: 'refunded',
  disputed: 'disputed',
}

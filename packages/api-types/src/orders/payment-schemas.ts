import { z } from 'zod'
import { count, currency, line, listFilter, money, search, time, uuid } from '../contract/fields.ts'
import { orderState } from './schemas.ts'

export const paymentEventKind = z.enum([
  'pending',
  'paid',
  'failed',
  'cancelled',
  'refunded',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'payout_paid',
  'payout_failed',
  'noted',
])
/** Result of processing an event. `waiting`: it arrived before the payment it refers to, and is applied after that arrives. */
export const paymentOutcome = z.enum(['applied', 'no_effect', 'waiting', 'unmatched', 'refused'])
/** An event of a payment provider, stored once. */
export const paymentEventRow = z.object({
  id: z.string(),
  provider: z.string(),
  kind: paymentEventKind,
  /** Event type of the provider. */
  type: z.string(),
  order_id: uuid.nullable(),
  order_number: z.string().nullable(),
  /** The provider's payment that it refers to. */
  payment: z.string().nullable(),
  amount: z.int().nullable(),
  currency: currency.nullable(),
  livemode: z.boolean().nullable(),
  outcome: paymentOutcome,
  /** Why it had no effect. */
  note: z.string(),
  happened_at: time,
  received_at: time,
})
export type PaymentEventRow = z.output<typeof paymentEventRow>
export const paymentEventFilter = listFilter({
  /** Provider's ids of the event and its payment. */
  q: search.optional(),
  order: uuid.optional(),
  kind: paymentEventKind.optional(),
  provider: z.enum(['demo', 'stripe', 'invoice', 'free']).optional(),
  /** Needs review: it matches no order, or does not fit the order it names. */
  unmatched: z.literal(true).optional(),
})

/** Signed: a counter entry deducts the amount that it reverses. */
const signedAmount = z.int()
/** A transfer, as shown on the bank statement. */
export const transfer = z.object({
  id: uuid,
  amount: signedAmount,
  received_on: z.iso.date(),
  reference: z.string(),
  /** Reason for reversing another entry; null for an ordinary entry. */
  reason: z.string().nullable(),
  undoes: uuid.nullable(),
  /** Whether a counter entry reversed it. */
  undone: z.boolean(),
  by: z.string().nullable(),
  created_at: time,
})
/** Transfers received for an order, and the amount still open. */
export const orderTransfers = z.object({
  state: orderState,
  version: z.int(),
  due_at: time.nullable(),
  total: money,
  received: money,
  open: money,
  transfers: z.array(transfer),
})
export type OrderTransfers = z.output<typeof orderTransfers>
export const transferInput = z.strictObject({
  version: z.int(),
  amount: z.int().min(1, 'Type an amount'),
  received_on: z.iso.date(),
  reference: line(140).min(1, 'Enter the reference from the bank statement'),
})
export const transferUndo = z.strictObject({ version: z.int(), reason: line(300).min(1, 'Enter a reason') })

const payoutColumns = {
  id: uuid,
  provider: z.string(),
  /** Payout id of the provider. */
  number: z.string(),
  /** Negative if the provider debits our bank account. */
  amount: signedAmount,
  currency,
  state: z.enum(['paid', 'failed']),
  arrives_at: time,
  /** Null until its lines have been fetched. */
  read_at: time.nullable(),
  /** Sum of its lines. If it differs from the amount, lines are missing. */
  lines_amount: signedAmount.nullable(),
  /** Number of lines that match no order. */
  unmatched: count,
}
export const payoutRow = z.object(payoutColumns)
export type PayoutRow = z.output<typeof payoutRow>
export const payoutFilter = listFilter({ q: search.optional(), unmatched: z.literal(true).optional() })
export const payoutLine = z.object({
  id: uuid,
  number: z.string(),
  kind: z.enum(['payment', 'refund', 'dispute', 'fee', 'other']),
  amount: signedAmount,
  fee: signedAmount,
  net: signedAmount,
  order_id: uuid.nullable(),
  order: z.string().nullable(),
  happened_at: time,
})
export type PayoutLine = z.output<typeof payoutLine>
export const payoutLineFilter = listFilter({
  payout: uuid,
  /** Has lines that match no order, not counting account fees. */
  unmatched: z.literal(true).optional(),
})

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
/** What became of it. `waiting`: it came before what it speaks of, and is applied once that is here. */
export const paymentOutcome = z.enum(['applied', 'no_effect', 'waiting', 'unmatched', 'refused'])
/** An event of a payment provider, stored once. */
export const paymentEventRow = z.object({
  id: z.string(),
  provider: z.string(),
  kind: paymentEventKind,
  /** The provider's own name of it. */
  type: z.string(),
  order_id: uuid.nullable(),
  order_number: z.string().nullable(),
  /** The provider's payment that it is about. */
  payment: z.string().nullable(),
  amount: z.int().nullable(),
  currency: currency.nullable(),
  livemode: z.boolean().nullable(),
  outcome: paymentOutcome,
  /** Why it changed nothing. */
  note: z.string(),
  happened_at: time,
  received_at: time,
})
export type PaymentEventRow = z.output<typeof paymentEventRow>
export const paymentEventFilter = listFilter({
  /** The provider's own ids of the event and of its payment. */
  q: search.optional(),
  order: uuid.optional(),
  kind: paymentEventKind.optional(),
  provider: z.enum(['demo', 'stripe', 'invoice', 'free']).optional(),
  /** What needs somebody's eyes: it belongs to no order, or does not fit the one that it names. */
  unmatched: z.literal(true).optional(),
})

/** Signed: a counter entry takes away what it undoes. */
const signedAmount = z.int()
/** What a bank's statement says of a transfer. */
export const transfer = z.object({
  id: uuid,
  amount: signedAmount,
  received_on: z.iso.date(),
  reference: z.string(),
  /** Why it undoes another entry; null in an ordinary one. */
  reason: z.string().nullable(),
  undoes: uuid.nullable(),
  /** A counter entry took it away. */
  undone: z.boolean(),
  by: z.string().nullable(),
  created_at: time,
})
/** What arrived for an order by transfer, and what is still missing. */
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
  reference: line(140).min(1, 'Say what the bank’s statement says'),
})
export const transferUndo = z.strictObject({ version: z.int(), reason: line(300).min(1, 'Give a reason') })

const payoutColumns = {
  id: uuid,
  provider: z.string(),
  /** The provider's own id. */
  number: z.string(),
  /** Negative when the provider takes money from our bank. */
  amount: signedAmount,
  currency,
  state: z.enum(['paid', 'failed']),
  arrives_at: time,
  /** Null while its lines are on their way. */
  read_at: time.nullable(),
  /** What its lines come to: the amount, or something is missing. */
  lines_amount: signedAmount.nullable(),
  /** Lines that belong to no order of ours. */
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
  /** Lines that belong to no order of ours, fees of the account aside. */
  unmatched: z.literal(true).optional(),
})

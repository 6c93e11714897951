import { z } from 'zod'
import { count, line, money, time, uuid } from '../contract/fields.ts'
import { runningOfVoucher } from '../vouchers/schemas.ts'

/** Seats that one refund names; more are refunded with the whole order. */
export const MAX_REFUNDED_SEATS = 500

const choice = {
  /** The vouchers of the seats that are taken back; without them, everything that is left. */
  vouchers: z.array(uuid).min(1, 'Choose a seat').max(MAX_REFUNDED_SEATS).optional(),
  /** Money alone, out of goodwill: no seat ends. */
  amount: z.int().min(1, 'Type an amount').optional(),
}
export const refundChoice = z.strictObject(choice)
export const refundRequest = z.strictObject({
  ...choice,
  version: z.int(),
  reason: line(500).min(1, 'Say why'),
  /** What was shown: nothing ends that nobody has seen. */
  preview: z.string().max(100),
  /** Required while something runs through these seats: end it, or let it run out. */
  running: z.enum(['end', 'run_out']).optional(),
})

/** A voucher of an order: in a bundle, a seat has one for each course. */
export const refundSeat = z.object({
  voucher_id: uuid,
  /** Counted from 1. */
  seat: z.int(),
  title: z.string(),
  /** Who used it. */
  username: z.string().nullable(),
  recipient: z.string().nullable(),
  /** What would go back for it. */
  amount: money,
  chosen: z.boolean(),
  /** Its money went back before. */
  refunded: z.boolean(),
  /** What taking it back does: its code opens nothing more, or its access ends; what was finished stays earned. */
  fate: z.enum(['code_ends', 'access_ends', 'finished', 'keeps_access', 'nothing']),
})
export type RefundSeat = z.output<typeof refundSeat>
export const refundPreview = z.object({
  /** Of the order. */
  version: z.int(),
  /** The first five hundred. */
  seats: z.array(refundSeat),
  seats_total: count,
  /** What goes back. */
  amount: money,
  /** The tax in it. */
  tax: money,
  /** What was paid and has not gone back yet. */
  left: money,
  /** Labs that are deployed and exams that are booked through these seats alone: whoever refunds says whether they end. */
  running: z.array(runningOfVoucher),
  preview: z.string(),
})
export type RefundPreview = z.output<typeof refundPreview>

export const refundState = z.enum(['asked', 'done', 'failed'])
/** `confirm`: finance has sent the money by hand. `retry`: the provider is asked once more. */
export const refundAction = z.enum(['confirm', 'retry'])
export const orderRefund = z.object({
  id: uuid,
  amount: money,
  /** The tax in it. */
  tax: money,
  /** How many vouchers were taken back with it. */
  seats: count,
  reason: z.string(),
  state: refundState,
  /** Why it failed. */
  note: z.string(),
  created_at: time,
  settled_at: time.nullable(),
  /** What the caller can do with it now. */
  allowed: z.array(refundAction),
})
export type OrderRefund = z.output<typeof orderRefund>
export const refundConfirmation = z.strictObject({
  version: z.int(),
  /** As it stands on the bank's statement. */
  reference: line(140).min(1, 'Say what the bank’s statement says'),
})
export const refundRetry = z.strictObject({ version: z.int(), reason: line(500).min(1, 'Say why') })

/** A bank that asks for the money back. */
export const orderDispute = z.object({
  id: uuid,
  provider: z.string(),
  /** The provider's own id. */
  number: z.string(),
  amount: money,
  reason: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  /** Until when evidence counts. */
  due_at: time.nullable(),
  opened_at: time,
  closed_at: time.nullable(),
})
export type OrderDispute = z.output<typeof orderDispute>

/** What the buyer sees of a refund. */
export const ownRefund = z.object({ amount: money, seats: count, state: refundState, created_at: time })

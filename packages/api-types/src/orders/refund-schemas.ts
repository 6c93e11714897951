import { z } from 'zod'
import { count, line, money, time, uuid } from '../contract/fields.ts'
import { runningOfVoucher } from '../vouchers/schemas.ts'

/** Maximum number of seats in a partial refund; for more, refund the whole order. */
export const MAX_REFUNDED_SEATS = 500

const choice = {
  /** Vouchers of the seats to refund. Default: everything not refunded yet. */
  vouchers: z.array(uuid).min(1, 'Choose a seat').max(MAX_REFUNDED_SEATS).optional(),
  /** Goodwill refund of money only: no seat ends. */
  amount: z.int().min(1, 'Type an amount').optional(),
}
export const refundChoice = z.strictObject(choice)
export const refundRequest = z.strictObject({
  ...choice,
  version: z.int(),
  reason: line(500).min(1, 'Say why'),
  /** Preview that the administrator saw, so that only the seats shown there end. */
  preview: z.string().max(100),
  /** Required if labs or exams of these seats are active: end them, or let them run out. */
  running: z.enum(['end', 'run_out']).optional(),
})

/** A voucher of an order. In a bundle, a seat has one per course. */
export const refundSeat = z.object({
  voucher_id: uuid,
  /** Counted from 1. */
  seat: z.int(),
  title: z.string(),
  /** Account that used it. */
  username: z.string().nullable(),
  recipient: z.string().nullable(),
  /** Amount to refund for it. */
  amount: money,
  chosen: z.boolean(),
  /** Already refunded. */
  refunded: z.boolean(),
  /** Effect of the refund: its code becomes invalid, or its access ends; completed content stays earned. */
  fate: z.enum(['code_ends', 'access_ends', 'finished', 'keeps_access', 'nothing']),
})
export type RefundSeat = z.output<typeof refundSeat>
export const refundPreview = z.object({
  /** Version of the order. */
  version: z.int(),
  /** First 500. */
  seats: z.array(refundSeat),
  seats_total: count,
  /** Amount to refund. */
  amount: money,
  /** Tax included in it. */
  tax: money,
  /** Amount paid and not refunded yet. */
  left: money,
  /** Deployed labs and booked exams that depend only on these seats. The administrator chooses whether they end. */
  running: z.array(runningOfVoucher),
  preview: z.string(),
})
export type RefundPreview = z.output<typeof refundPreview>

export const refundState = z.enum(['asked', 'done', 'failed'])
/** `confirm`: finance has sent the money manually. `retry`: asks the provider again. */
export const refundAction = z.enum(['confirm', 'retry'])
export const orderRefund = z.object({
  id: uuid,
  amount: money,
  /** Tax included in it. */
  tax: money,
  /** Number of vouchers revoked with it. */
  seats: count,
  reason: z.string(),
  state: refundState,
  /** Error message, if it failed. */
  note: z.string(),
  created_at: time,
  settled_at: time.nullable(),
  allowed: z.array(refundAction),
})
export type OrderRefund = z.output<typeof orderRefund>
export const refundConfirmation = z.strictObject({
  version: z.int(),
  /** Reference on the bank statement. */
  reference: line(140).min(1, 'Enter the reference from the bank statement'),
})
export const refundRetry = z.strictObject({ version: z.int(), reason: line(500).min(1, 'Say why') })

/** A chargeback dispute opened by a bank. */
export const orderDispute = z.object({
  id: uuid,
  provider: z.string(),
  /** Dispute id of the provider. */
  number: z.string(),
  amount: money,
  reason: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  /** Deadline for submitting evidence. */
  due_at: time.nullable(),
  opened_at: time,
  closed_at: time.nullable(),
})
export type OrderDispute = z.output<typeof orderDispute>

/** A refund as shown to the buyer. */
export const ownRefund = z.object({ amount: money, seats: count, state: refundState, created_at: time })

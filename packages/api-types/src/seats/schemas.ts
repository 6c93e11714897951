import { z } from 'zod'
import { count, email, search, text, time, uuid } from '../contract/fields.ts'
import { giftMessage, MAX_QUANTITY, orderState, orderVisibility } from '../orders/schemas.ts'
import { voucherKind, voucherState } from '../vouchers/schemas.ts'

export const seatState = z.enum(['free', 'assigned', 'used', 'expired', 'suspended', 'revoked'])
/** How far its learner is: never tries, notes or feedback. */
export const seatProgress = z.object({
  started_at: time.nullable(),
  /** Until when it is open to them. */
  due_at: time.nullable(),
  completed_at: time.nullable(),
  /** Id of the certificate, which is public. */
  certificate: z.string().nullable(),
  /** Only with the learner’s consent. */
  effort: z.object({ minutes: count, points: count }).nullable(),
})
/** What one seat opens: in a bundle, each of its courses. */
export const seatContent = z.object({
  voucher_id: uuid,
  kind: voucherKind,
  slug: z.string(),
  title: z.string(),
  code: z.string(),
  state: voucherState,
  /** Name of whoever uses it. */
  used_by: z.string().nullable(),
  used_at: time.nullable(),
  /** Null: nobody uses it, or the order’s level does not show it. */
  progress: seatProgress.nullable(),
})
export const orderSeat = z.object({
  /** Counted from 1. */
  seat: z.int(),
  state: seatState,
  recipient: z.string().nullable(),
  /** What became of the last e-mail to the recipient; `none`: there was none yet. */
  mail: z.enum(['none', 'waiting', 'sent', 'undelivered']),
  contents: z.array(seatContent),
  version: z.int(),
})
export type OrderSeat = z.output<typeof orderSeat>
export const orderSeats = z.object({
  order_id: uuid,
  number: z.string(),
  title: z.string(),
  state: orderState,
  visibility: orderVisibility,
  /** A gift for a day. Until `at` nothing is mailed, and day, message and addresses can change. */
  gift: z.object({ at: time, waits: z.boolean(), message: giftMessage }).nullable(),
  seats: z.array(orderSeat),
})
export type OrderSeats = z.output<typeof orderSeats>
/** A seat of an organisation. No code: that stands on the page of its order. */
export const organisationSeat = z.object({
  order_id: uuid,
  order_number: z.string(),
  ...orderSeat.omit({ contents: true }).shape,
  /** What the users of the order’s seats were told that is seen of them. */
  visibility: orderVisibility,
  contents: z.array(seatContent.omit({ code: true })),
  /** Until this moment nothing is mailed: a gift for a day. */
  waits_until: time.nullable(),
})
export type OrganisationSeat = z.output<typeof organisationSeat>
export const organisationSeatsQuery = z.strictObject({
  state: seatState.optional(),
  order: uuid.optional(),
  /** Any part of the address that a seat was given to, or of the name of whoever uses it. */
  q: search.optional(),
  /** Seats to leave out, from the front. */
  from: z.coerce.number().int().min(0).max(1_000_000).optional(),
})
export const organisationSeats = z.object({
  /** A page of them, by order and number. */
  seats: z.array(organisationSeat),
  /** As many as the filter finds. */
  total: count,
  /** Of all seats, whatever the filter. */
  states: z.object({
    free: count,
    assigned: count,
    used: count,
    expired: count,
    suspended: count,
    revoked: count,
  }),
})
export type OrganisationSeats = z.output<typeof organisationSeats>
/** A row of the file. */
export const seatRow = z.object({
  seat: z.int(),
  state: seatState,
  recipient: z.string().nullable(),
  title: z.string(),
  used_by: z.string().nullable(),
  used_at: time.nullable(),
  started_at: time.nullable(),
  due_at: time.nullable(),
  completed_at: time.nullable(),
  certificate: z.string().nullable(),
  minutes: count.nullable(),
  points: count.nullable(),
})
/** A row of the file of an organisation. */
export const organisationSeatRow = z.object({ order: z.string(), ...seatRow.shape })
export const seatAssignment = z.strictObject({ version: z.int(), email })
const seats = <Row extends z.ZodType>(row: Row) => z.array(row).min(1, 'Name at least one').max(MAX_QUANTITY)
export const seatAssignments = z.strictObject({
  /** As typed: what is no address is said row by row. */
  recipients: seats(text(320).trim()),
  /** Says what would be done, and does nothing. */
  dry_run: z.boolean().optional(),
})
export const seatCorrections = z.strictObject({
  corrections: seats(z.strictObject({ seat: z.int(), version: z.int(), email: text(320).trim() })),
})
export const seatReport = z.object({
  /** Seats that were given, or would be; none while a row has an error. */
  given: count,
  /** Seats that stay free. */
  free: count,
  rows: z.array(z.object({ line: z.int(), email: z.string(), error: z.string().nullable() })),
})
export type SeatReport = z.output<typeof seatReport>
/** A seat of mine that somebody else paid for. */
export const sharing = z.object({
  voucher_id: uuid,
  kind: voucherKind,
  slug: z.string(),
  title: z.string(),
  /** The company, or the name of whoever bought it. */
  with: z.string(),
  visibility: orderVisibility,
  /** Whether they also see my minutes and points. */
  shares_effort: z.boolean(),
})
export type Sharing = z.output<typeof sharing>
export const sharingUpdate = z.strictObject({ shares_effort: z.boolean() })

import { z } from 'zod'
import { count, email, search, text, time, uuid } from '../contract/fields.ts'
import { giftMessage, MAX_QUANTITY, orderState, orderVisibility } from '../orders/schemas.ts'
import { voucherKind, voucherState } from '../vouchers/schemas.ts'

export const seatState = z.enum(['free', 'assigned', 'used', 'expired', 'suspended', 'revoked'])
/** Progress of the seat's learner. Never includes flag submissions, notes or feedback. */
export const seatProgress = z.object({
  started_at: time.nullable(),
  /** End of their access. */
  due_at: time.nullable(),
  completed_at: time.nullable(),
  /** Public id of the certificate. */
  certificate: z.string().nullable(),
  /** Only with the learner’s consent. */
  effort: z.object({ minutes: count, points: count }).nullable(),
})
/** Content of one seat; in a bundle, one entry per course. */
export const seatContent = z.object({
  voucher_id: uuid,
  kind: voucherKind,
  slug: z.string(),
  title: z.string(),
  code: z.string(),
  state: voucherState,
  /** Name of the learner. */
  used_by: z.string().nullable(),
  used_at: time.nullable(),
  /** Null if unused, or if the order's visibility does not include progress. */
  progress: seatProgress.nullable(),
})
export const orderSeat = z.object({
  /** Counted from 1. */
  seat: z.int(),
  state: seatState,
  recipient: z.string().nullable(),
  /** State of the last e-mail to the recipient; `none` if none was sent. */
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
  /** A scheduled gift. Until `at`, nothing is mailed, and the day, message and addresses can be changed. */
  gift: z.object({ at: time, waits: z.boolean(), message: giftMessage }).nullable(),
  seats: z.array(orderSeat),
})
export type OrderSeats = z.output<typeof orderSeats>
/** A seat of an organisation. Its code is only shown on the order page. */
export const organisationSeat = z.object({
  order_id: uuid,
  order_number: z.string(),
  ...orderSeat.omit({ contents: true }).shape,
  /** Visibility that the users of the seats were informed of. */
  visibility: orderVisibility,
  contents: z.array(seatContent.omit({ code: true })),
  /** Scheduled gift: nothing is mailed before this time. */
  waits_until: time.nullable(),
})
export type OrganisationSeat = z.output<typeof organisationSeat>
export const organisationSeatsQuery = z.strictObject({
  state: seatState.optional(),
  order: uuid.optional(),
  /** Searches the address that the seat was assigned to, and its user's name. */
  q: search.optional(),
  /** Offset: number of seats to skip. */
  from: z.coerce.number().int().min(0).max(1_000_000).optional(),
})
export const organisationSeats = z.object({
  /** One page, ordered by order and seat number. */
  seats: z.array(organisationSeat),
  /** Number of seats matching the filter. */
  total: count,
  /** Counts of all seats, regardless of the filter. */
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
/** A row of the CSV file. */
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
/** A row of an organisation's CSV file. */
export const organisationSeatRow = z.object({ order: z.string(), ...seatRow.shape })
export const seatAssignment = z.strictObject({ version: z.int(), email })
const seats = <Row extends z.ZodType>(row: Row) => z.array(row).min(1, 'Name at least one').max(MAX_QUANTITY)
export const seatAssignments = z.strictObject({
  /** As typed: invalid addresses are reported row by row. */
  recipients: seats(text(320).trim()),
  /** Reports the effect without changing anything. */
  dry_run: z.boolean().optional(),
})
export const seatCorrections = z.strictObject({
  corrections: seats(z.strictObject({ seat: z.int(), version: z.int(), email: text(320).trim() })),
})
export const seatReport = z.object({
  /** Number of seats assigned, or to be assigned; 0 if any row has an error. */
  given: count,
  /** Seats that remain free. */
  free: count,
  rows: z.array(z.object({ line: z.int(), email: z.string(), error: z.string().nullable() })),
})
export type SeatReport = z.output<typeof seatReport>
/** A seat of the caller that someone else paid for. */
export const sharing = z.object({
  voucher_id: uuid,
  kind: voucherKind,
  slug: z.string(),
  title: z.string(),
  /** Name of the company, or of the buyer. */
  with: z.string(),
  visibility: orderVisibility,
  /** Whether they also see the caller's minutes and points. */
  shares_effort: z.boolean(),
})
export type Sharing = z.output<typeof sharing>
export const sharingUpdate = z.strictObject({ shares_effort: z.boolean() })

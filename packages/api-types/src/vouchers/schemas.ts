import { z } from 'zod'
import { count, email, line, listFilter, money, search, time, uuid } from '../contract/fields.ts'

export const voucherKind = z.enum(['course', 'lab', 'exam'])
export const voucherState = z.enum(['available', 'activated', 'expired', 'suspended', 'revoked'])
export const activateVoucherPayload = z.strictObject({
  code: line(64).min(1, 'Type the code'),
  dry_run: z.boolean().optional(),
})
export const reSendVoucherPayload = z.strictObject({ voucher_id: uuid, email: email.optional() })

/** A voucher that the caller bought or received. */
export const voucher = z.object({
  id: uuid,
  code: z.string(),
  kind: voucherKind,
  slug: z.string(),
  title: z.string(),
  state: voucherState,
  uses: count,
  used: count,
  recipient: z.string().nullable(),
  expires_at: time.nullable(),
  activated_at: time.nullable(),
  order_number: z.string().nullable(),
})
export type Voucher = z.output<typeof voucher>
/** The content of a code, and whether it is activated (not in a dry run). */
export const activation = z.object({
  activated: z.boolean(),
  kind: voucherKind,
  slug: z.string(),
  title: z.string(),
  access_ends_at: time.nullable(),
  /** Days that it opens for: a course from its activation, a lab from its first start, an exam to be taken within. Null: without end. */
  access_days: z.int().nullable(),
  next: z.string(),
})
export type Activation = z.output<typeof activation>
export const voucherRow = z.object({
  id: uuid,
  kind: voucherKind,
  slug: z.string(),
  code: z.string(),
  state: voucherState,
  uses: count,
  used: count,
  organisation: z.string().nullable(),
  recipient: z.string().nullable(),
  note: z.string(),
  expires_at: time.nullable(),
  created_at: time,
  activated_at: time.nullable(),
  /** Who used it last. */
  used_by: z.string().nullable(),
  /** The order that it came from, and the price of one seat. */
  order_number: z.string().nullable(),
  price: money.nullable(),
  batch: uuid.nullable(),
})
export type VoucherRow = z.output<typeof voucherRow>
export const voucherFilter = listFilter({
  q: search.optional(),
  kind: voucherKind.optional(),
  state: voucherState.optional(),
  /** Slug of the content. */
  target: z.string().max(64).optional(),
  organisation: z.string().max(160).optional(),
  batch: z.uuid().optional(),
  /** Bought by this account, sent to its address, or used by it. */
  username: z.string().max(32).optional(),
  /** Not used yet, and the e-mail that brings it to somebody without an account could not be sent. */
  undelivered: z.literal(true).optional(),
})
const vouchers = z.strictObject({
  target: line(64).min(1),
  count: z.int().min(1).max(1000),
  uses: z.int().min(1).max(1000),
  expires_at: z.iso.datetime().nullable(),
  recipients: z.array(email).max(1000).optional(),
  organisation: line(160).optional(),
  note: line(500),
})
export const courseVoucher = vouchers
export const examVoucher = vouchers
export const labVoucher = vouchers

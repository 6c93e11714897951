import { z } from 'zod'
import {
  accountSearch,
  count,
  email,
  line,
  listFilter,
  mailState,
  money,
  search,
  text,
  time,
  uuid,
} from '../contract/fields.ts'

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
  /** Who paid for it and what they will see of its use; null where nobody else did. */
  shared: z.object({ with: z.string(), visibility: z.enum(['seats', 'progress']) }).nullable(),
})
export type Activation = z.output<typeof activation>
/** What can be done with a voucher. */
export const voucherAction = z.enum(['revoke', 'send', 'renew', 'change_expiry'])
const voucherColumns = {
  id: uuid,
  kind: voucherKind,
  slug: z.string(),
  code: z.string(),
  state: voucherState,
  uses: count,
  used: count,
  /** Its name as it was when the voucher was made. */
  organisation: z.string().nullable(),
  organisation_id: uuid.nullable(),
  recipient: z.string().nullable(),
  note: z.string(),
  expires_at: time.nullable(),
  created_at: time,
  activated_at: time.nullable(),
  /** Who used it last. */
  used_by: z.string().nullable(),
  /** The order that it came from, its buyer where that account still is, and the price of one seat. */
  order_id: uuid.nullable(),
  order_number: z.string().nullable(),
  buyer: z.string().nullable(),
  price: money.nullable(),
  batch: uuid.nullable(),
  version: z.int(),
  /** What the caller can do with it now. */
  allowed: z.array(voucherAction),
}
export const voucherRow = z.object(voucherColumns)
export type VoucherRow = z.output<typeof voucherRow>
/** One use: who, when, and what became of the access that it opened. */
export const voucherUse = z.object({
  username: z.string(),
  at: time,
  access: z.enum(['open', 'not_yet', 'ended', 'suspended', 'revoked']),
  ends_at: time.nullable(),
})
/** A mail about a voucher or a certificate. */
export const mailAbout = z.object({
  id: uuid,
  to: z.string(),
  subject: z.string(),
  state: mailState,
  created_at: time,
  sent_at: time.nullable(),
})
export type MailAbout = z.output<typeof mailAbout>
export const voucherPage = z.object({
  ...voucherColumns,
  title: z.string(),
  /** Why it was revoked or suspended. */
  reason: z.string().nullable(),
  /** The newest hundred. */
  opened: z.array(voucherUse),
  /** The newest fifty. */
  mails: z.array(mailAbout),
})
export type VoucherPage = z.output<typeof voucherPage>
export const voucherFilter = listFilter({
  /** Any part of a code, recipient, organisation or note. Without `finance` of a code only its last group is searched. */
  q: search.optional(),
  kind: voucherKind.optional(),
  state: voucherState.optional(),
  /** Slug of the content. */
  target: z.string().max(64).optional(),
  organisation: z.string().max(160).optional(),
  organisation_id: uuid.optional(),
  batch: z.uuid().optional(),
  /** Number of the order, or its id. */
  order: z.string().max(40).optional(),
  /** The address that it was given to. */
  recipient: z.string().max(254).optional(),
  /** Somebody who used it. */
  used_by: accountSearch.optional(),
  /** Bought by this account, sent to its address, or used by it. */
  username: accountSearch.optional(),
  /** Not used yet, and the e-mail that brings it to somebody without an account could not be sent. */
  undelivered: z.literal(true).optional(),
})
/** Vouchers that one batch may have. */
export const MAX_BATCH = 10_000
const vouchers = z.strictObject({
  target: line(64).min(1, 'Choose what they open'),
  /** Without it, as many as there are recipients. */
  count: z.int().min(1).max(MAX_BATCH).optional(),
  uses: z.int().min(1).max(1000).default(1),
  /** Without it, they do not expire. */
  expires_at: z.iso.datetime().nullable().default(null),
  recipients: z.array(email).max(MAX_BATCH).optional(),
  /** A CSV file instead: a column `email`, or addresses alone, one a line. */
  recipients_csv: text(1_000_000).optional(),
  /** A name alone, where it is no organisation of ours. */
  organisation: line(160).optional(),
  organisation_id: uuid.optional(),
  note: line(500).default(''),
  /** Says what would be made, and makes nothing. */
  dry_run: z.boolean().optional(),
})
export const courseVoucher = vouchers
export const examVoucher = vouchers
export const labVoucher = vouchers
export const voucherBatchReport = z.object({
  /** Null in a dry run. */
  batch: uuid.nullable(),
  /** Of what they open. */
  title: z.string(),
  count,
  recipients: count,
  refused: count,
  /** Those with errors first, and at most a hundred. */
  rows: z.array(z.object({ line: z.int(), email: z.string(), error: z.string().nullable() })),
})
export type VoucherBatchReport = z.output<typeof voucherBatchReport>
export const voucherBatch = z.object({
  id: uuid,
  kind: voucherKind,
  slug: z.string(),
  title: z.string(),
  total: count,
  states: z.object({ available: count, activated: count, expired: count, suspended: count, revoked: count }),
  /** Given to somebody, and how many of their mails still wait to be written. */
  recipients: count,
  unmailed: count,
  uses: count,
  organisation: z.string().nullable(),
  organisation_id: uuid.nullable(),
  note: z.string(),
  expires_at: time.nullable(),
  created_at: time,
  order_id: uuid.nullable(),
  order_number: z.string().nullable(),
  buyer: z.string().nullable(),
})
export type VoucherBatch = z.output<typeof voucherBatch>
export const runningOfVoucher = z.object({
  kind: z.enum(['lab', 'exam']),
  username: z.string(),
  title: z.string(),
  state: z.string(),
})
/** What revoking a voucher would end, before it is done. */
export const voucherRevocationPreview = z.object({
  /** Uses that nobody has taken yet. */
  unused: count,
  /** Those whose access ends: people who used it and have it still. */
  losing: z.array(z.object({ username: z.string(), finished: z.boolean(), keeps_access: z.boolean() })),
  losing_total: count,
  /** Labs that are deployed and exams that are booked through it alone: whoever revokes says whether they end. */
  running: z.array(runningOfVoucher),
})
export type VoucherRevocationPreview = z.output<typeof voucherRevocationPreview>
export const voucherRevocation = z.strictObject({
  version: z.int().optional(),
  reason: line(500).optional(),
  /** Required while something runs through it: end it, or let it run out. */
  running: z.enum(['end', 'run_out']).optional(),
})
export const voucherSending = z.strictObject({ version: z.int(), email: email.optional() })
export const voucherRenewal = z.strictObject({
  version: z.int(),
  reason: line(500).min(1, 'Say why'),
  /** Mail the new code to its recipient. */
  send: z.boolean(),
})
export const voucherExpiry = z.strictObject({
  version: z.int(),
  expires_at: z.iso.datetime().nullable(),
  reason: line(500).min(1, 'Say why'),
})

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
/** Content of a code, and whether it is activated (not in a dry run). */
export const activation = z.object({
  activated: z.boolean(),
  kind: voucherKind,
  slug: z.string(),
  title: z.string(),
  access_ends_at: time.nullable(),
  /** Days of access: for a course from activation, for a lab from its first start, for an exam the time within which to take it. Null: unlimited. */
  access_days: z.int().nullable(),
  next: z.string(),
  /** Who paid for it, and what they will see about its use; null if the caller paid. */
  shared: z.object({ with: z.string(), visibility: z.enum(['seats', 'progress']) }).nullable(),
})
export type Activation = z.output<typeof activation>
export const voucherAction = z.enum(['revoke', 'send', 'renew', 'change_expiry'])
const voucherColumns = {
  id: uuid,
  kind: voucherKind,
  slug: z.string(),
  code: z.string(),
  state: voucherState,
  uses: count,
  used: count,
  /** Name of the organisation when the voucher was created. */
  organisation: z.string().nullable(),
  organisation_id: uuid.nullable(),
  recipient: z.string().nullable(),
  note: z.string(),
  expires_at: time.nullable(),
  created_at: time,
  activated_at: time.nullable(),
  /** Account that last used it. */
  used_by: z.string().nullable(),
  /** Order it came from, buyer if the account still exists, and price of one seat. */
  order_id: uuid.nullable(),
  order_number: z.string().nullable(),
  buyer: z.string().nullable(),
  price: money.nullable(),
  batch: uuid.nullable(),
  version: z.int(),
  allowed: z.array(voucherAction),
}
export const voucherRow = z.object(voucherColumns)
export type VoucherRow = z.output<typeof voucherRow>
/** One use: account, time, and state of the access it granted. */
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
  /** Newest 100. */
  opened: z.array(voucherUse),
  /** Newest 50. */
  mails: z.array(mailAbout),
})
export type VoucherPage = z.output<typeof voucherPage>
export const voucherFilter = listFilter({
  /** Searches the code, recipient, organisation and note. Without the `finance` capability, only the last group of a code is searched. */
  q: search.optional(),
  kind: voucherKind.optional(),
  state: voucherState.optional(),
  /** Slug of the content. */
  target: z.string().max(64).optional(),
  organisation: z.string().max(160).optional(),
  organisation_id: uuid.optional(),
  batch: z.uuid().optional(),
  /** Number or id of the order. */
  order: z.string().max(40).optional(),
  /** Address that it was assigned to. */
  recipient: z.string().max(254).optional(),
  /** Account that used it. */
  used_by: accountSearch.optional(),
  /** Bought by this account, sent to its address, or used by it. */
  username: accountSearch.optional(),
  /** Unused, and its e-mail to a recipient without an account could not be delivered. */
  undelivered: z.literal(true).optional(),
})
/** Maximum number of vouchers per batch. */
export const MAX_BATCH = 10_000
const vouchers = z.strictObject({
  target: line(64).min(1, 'Choose the content'),
  /** Default: the number of recipients. */
  count: z.int().min(1).max(MAX_BATCH).optional(),
  uses: z.int().min(1).max(1000).default(1),
  /** Default: no expiry. */
  expires_at: z.iso.datetime().nullable().default(null),
  recipients: z.array(email).max(MAX_BATCH).optional(),
  /** CSV file as an alternative: with a column `email`, or one address per line. */
  recipients_csv: text(1_000_000).optional(),
  /** Name only, for an organisation without an account. */
  organisation: line(160).optional(),
  organisation_id: uuid.optional(),
  note: line(500).default(''),
  /** Reports the effect without creating anything. */
  dry_run: z.boolean().optional(),
})
export const courseVoucher = vouchers
export const examVoucher = vouchers
export const labVoucher = vouchers
export const voucherBatchReport = z.object({
  /** Null in a dry run. */
  batch: uuid.nullable(),
  /** Title of the content. */
  title: z.string(),
  count,
  recipients: count,
  refused: count,
  /** Rows with errors first; at most 100. */
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
  /** Number of vouchers with a recipient, and of mails not written yet. */
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
/** Effect of revoking a voucher. */
export const voucherRevocationPreview = z.object({
  /** Number of remaining uses. */
  unused: count,
  /** Accounts that used it and would lose access. */
  losing: z.array(z.object({ username: z.string(), finished: z.boolean(), keeps_access: z.boolean() })),
  losing_total: count,
  /** Deployed labs and booked exams that depend only on it. The administrator chooses whether they end. */
  running: z.array(runningOfVoucher),
})
export type VoucherRevocationPreview = z.output<typeof voucherRevocationPreview>
export const voucherRevocation = z.strictObject({
  version: z.int().optional(),
  reason: line(500).optional(),
  /** Required if labs or exams of this voucher are active: end them, or let them run out. */
  running: z.enum(['end', 'run_out']).optional(),
})
export const voucherSending = z.strictObject({ version: z.int(), email: email.optional() })
export const voucherRenewal = z.strictObject({
  version: z.int(),
  reason: line(500).min(1, 'Say why'),
  /** Sends the new code to the recipient. */
  send: z.boolean(),
})
export const voucherExpiry = z.strictObject({
  version: z.int(),
  expires_at: z.iso.datetime().nullable(),
  reason: line(500).min(1, 'Say why'),
})

import { and, isNotNull, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { lookup, personal } from '../duties.ts'
import { emptiedAfter, FOR_EVER, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { isOlder } from '../sql.ts'
import { createdAt, id, instant, version, words } from './columns.ts'
import { courses } from './courses.ts'
import { exams } from './exams.ts'
import { labs } from './labs.ts'
import { orders } from './orders.ts'
import { organisations } from './organisations.ts'
import { users } from './users.ts'

export type ContentKind = 'course' | 'lab' | 'exam'

export const vouchers = pgTable(
  'vouchers',
  {
    id: id(),
    /** At least 100 bits of base32 in groups. */
    code: text().notNull(),
    kind: text().$type<ContentKind>().notNull(),
    course_id: uuid().references(() => courses.id),
    lab_id: uuid().references(() => labs.id),
    exam_id: uuid().references(() => exams.id),
    order_id: uuid().references(() => orders.id),
    /** Seat of its order, so that fulfilling an order twice does not create a second voucher. */
    seat: integer(),
    batch_id: uuid(),
    owner_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Name of the organisation when the voucher was created; older vouchers only have a name. */
    organisation: text(),
    organisation_id: uuid().references(() => organisations.id),
    recipient: text(),
    note: text().notNull().default(''),
    uses: integer().notNull().default(1),
    used: integer().notNull().default(0),
    state: text()
      .$type<'available' | 'activated' | 'expired' | 'suspended' | 'revoked'>()
      .notNull()
      .default('available'),
    expires_at: instant(),
    /** When it was suspended by a dispute: the time at which the dispute was opened. */
    suspended_at: instant(),
    reason: text(),
    created_at: createdAt(),
    activated_at: instant(),
    /** The mail to its recipient has not been written yet; a job does that. */
    mail_waits: boolean().notNull().default(false),
    /** Earliest time for the mail, for a scheduled gift. */
    mail_after: instant(),
    version: version(),
    /**
     * Folded search text of the voucher (docs/decisions/0089). It contains only the last group of the code: otherwise administrators who may not see
     * codes could find one letter by letter.
     */
    searched: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_fold(right(code, 6) || ' ' || coalesce(recipient, '') || ' ' || coalesce(organisation, '') || ' ' || note)`,
      ),
  },
  (t) => [
    // Each use rewrites every index, because some contain the changed columns. Indexes used to look up a single value omit rows without one.
    uniqueIndex('vouchers_code').on(t.code),
    uniqueIndex('vouchers_seat')
      .on(t.order_id, t.seat, sql`coalesce(${t.course_id}, ${t.lab_id}, ${t.exam_id})`)
      .where(sql`${t.order_id} is not null`),
    index('vouchers_owner').on(t.owner_id).where(sql`${t.owner_id} is not null`),
    index('vouchers_recipient').on(sql`lower(${t.recipient})`).where(sql`${t.recipient} is not null`),
    index('vouchers_with_recipient').on(t.created_at).where(sql`${t.recipient} is not null`),
    index('vouchers_kind').on(t.kind, t.state, t.created_at),
    index('vouchers_created_at').on(t.created_at, t.id),
    index('vouchers_expires_at').on(t.expires_at, t.id),
    index('vouchers_organisation').on(t.organisation, t.id),
    index('vouchers_organisation_id')
      .on(t.organisation_id, t.created_at, t.id)
      .where(sql`${t.organisation_id} is not null`),
    index('vouchers_activated_at').on(t.activated_at, t.id),
    index('vouchers_given_to').on(t.recipient, t.id),
    index('vouchers_mail_due')
      .on(sql`coalesce(${t.mail_after}, ${t.created_at})`, t.order_id, t.seat, t.id)
      .where(sql`${t.mail_waits} = true`),
    index('vouchers_state').on(t.state, t.expires_at),
    index('vouchers_batch').on(t.batch_id, t.created_at, t.id).where(sql`${t.batch_id} is not null`),
    index('vouchers_course').on(t.course_id).where(sql`${t.course_id} is not null`),
    index('vouchers_lab').on(t.lab_id).where(sql`${t.lab_id} is not null`),
    index('vouchers_exam').on(t.exam_id).where(sql`${t.exam_id} is not null`),
    index('vouchers_search').using(
      'gin',
      t.searched.op('gin_trgm_ops'),
      // Any part of a code, as typed without its dashes, for administrators who may see codes.
      sql`search_fold(replace(${t.code}, '-', '')) gin_trgm_ops`,
    ),
    check('vouchers_used', sql`${t.used} between 0 and ${t.uses}`),
    check('vouchers_target', sql`num_nonnulls(${t.course_id}, ${t.lab_id}, ${t.exam_id}) = 1`),
  ],
)

const usable = 'the recipient of the voucher can still use it'
export const vouchersDuties = personal(vouchers, {
  of: vouchers.owner_id,
  email: vouchers.recipient,
  retained: {
    [usable]: {
      exported: 'kind uses used state expires_at suspended_at created_at activated_at',
      ours: 'id course_id lab_id exam_id order_id seat batch_id',
      'a code is like cash': 'code',
      work: 'mail_waits mail_after version',
    },
    'a company, not a person': {
      'the company that paid, as shown by the order': 'organisation',
      ours: 'organisation_id',
    },
  },
  redacted: { 'notes of administrators for each other': 'note reason' },
  cleared: {
    'shown as whether I bought it': 'owner_id',
    'shown as whether it was given to me; another person’s address is theirs': 'recipient',
  },
  replaced: { follows: 'searched' },
  byAddress: { erased: 'recipient', redacted: 'note reason' },
})

/** The ledger of access: one row per right to a course, lab or exam. */
export const entitlements = pgTable(
  'entitlements',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<ContentKind>().notNull(),
    course_id: uuid().references(() => courses.id),
    lab_id: uuid().references(() => labs.id),
    exam_id: uuid().references(() => exams.id),
    source: text().$type<'purchase' | 'voucher' | 'bundle' | 'beta' | 'administrator'>().notNull(),
    order_id: uuid().references(() => orders.id),
    voucher_id: uuid().references(() => vouchers.id),
    starts_at: createdAt(),
    ends_at: instant(),
    suspended_at: instant(),
    revoked_at: instant(),
    /** When an administrator removed the learner, which revokes access. It can be undone for some minutes. */
    removed_at: instant(),
    reason: text(),
    /** The learner agreed to share their minutes and points with the buyer. */
    shares_effort: boolean().notNull().default(false),
    /** Previous reasons. The last one is restored when the suspension or revocation is undone; empty if there was none. */
    earlier_reasons: words(),
    created_at: createdAt(),
    version: version(),
  },
  (t) => [
    index('entitlements_user_created').on(t.user_id, t.created_at, t.id),
    index('entitlements_course').on(t.course_id, t.created_at, t.id).where(sql`${t.course_id} is not null`),
    index('entitlements_lab').on(t.lab_id, t.created_at, t.id).where(sql`${t.lab_id} is not null`),
    index('entitlements_exam').on(t.exam_id, t.created_at, t.id).where(sql`${t.exam_id} is not null`),
    index('entitlements_created_at').on(t.created_at, t.id),
    index('entitlements_ends_at').on(t.ends_at, t.id),
    index('entitlements_kind').on(t.kind, t.created_at, t.id),
    index('entitlements_source').on(t.source, t.created_at, t.id),
    index('entitlements_suspended')
      .on(t.created_at, t.id)
      .where(sql`${t.suspended_at} is not null and ${t.revoked_at} is null`),
    index('entitlements_revoked').on(t.created_at, t.id).where(sql`${t.revoked_at} is not null`),
    // Activating a voucher twice, by any path, creates one entitlement.
    uniqueIndex('entitlements_voucher').on(t.voucher_id, t.user_id),
    check('entitlements_target', sql`num_nonnulls(${t.course_id}, ${t.lab_id}, ${t.exam_id}) = 1`),
  ],
)

export const entitlementsDuties = personal(entitlements, {
  of: entitlements.user_id,
  as: 'access',
  order: entitlements.created_at,
  first: {
    of: sql`coalesce(${lookup(entitlements.course_id, courses.slug)}, ${lookup(entitlements.lab_id, labs.slug)}, ${lookup(entitlements.exam_id, exams.slug)})`,
  },
  deleted: {
    exported: 'kind source starts_at ends_at suspended_at revoked_at reason shares_effort earlier_reasons created_at',
    ours: 'id user_id order_id voucher_id',
    named: 'course_id lab_id exam_id',
    work: 'removed_at version',
  },
})

export const entitlementRetention: readonly Retention[] = [
  {
    name: 'access',
    what: 'Your access to courses, labs and exams',
    why: 'So that you keep your access.',
    tables: [entitlements],
    ...WHILE_ACCOUNT,
  },
]

/** Time at which the voucher became unusable. Revocations are dated only in the audit log, so revoked vouchers use their creation time. */
const unusableSince = sql`case ${vouchers.state} when 'activated' then ${vouchers.activated_at}
  when 'revoked' then ${vouchers.created_at} else ${vouchers.expires_at} end`

export const voucherRetention: readonly Retention[] = [
  {
    name: 'vouchers',
    what: 'Vouchers, without the address',
    why: 'They belong to an order, or to the person who has the code.',
    tables: [vouchers],
    ...FOR_EVER,
  },
  {
    name: 'voucher-recipients',
    what: 'Recipient address of a voucher',
    why: 'To answer questions about recipients.',
    tables: [vouchers],
    ...emptiedAfter(
      730,
      'after it was used up, expired or was revoked',
      { recipient: null, version: sql`${vouchers.version} + 1` },
      (days) => and(isOlder(vouchers.created_at, days), isOlder(unusableSince, days)),
      isNotNull(vouchers.recipient),
    ),
  },
]

/** Title of the course, lab or exam that a row refers to. */
export const contentTitle = ({ course_id, lab_id, exam_id }: Record<'course_id' | 'lab_id' | 'exam_id', AnyPgColumn>) =>
  sql<string>`coalesce(${lookup(course_id, courses.title)}, ${lookup(lab_id, labs.title)}, ${lookup(exam_id, exams.title)})`

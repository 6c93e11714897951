import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
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
    /** Seat of its order, so that fulfilling an order twice creates no second voucher. */
    seat: integer(),
    batch_id: uuid(),
    owner_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Its name as it was when the voucher was made; those from before organisations were kept have a name alone. */
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
    /** When a dispute suspended it: the moment at which that was opened. */
    suspended_at: instant(),
    reason: text(),
    created_at: createdAt(),
    activated_at: instant(),
    /** Its mail to its recipient is still to be written by a job. */
    mail_waits: boolean().notNull().default(false),
    /** Not before this moment: a gift for a day. */
    mail_after: instant(),
    version: version(),
    /**
     * What a voucher is found by, folded (docs/decisions/0089). It has the last group of the code and not all of it: who may not see a code could
     * find it letter by letter.
     */
    searched: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_fold(right(code, 6) || ' ' || coalesce(recipient, '') || ' ' || coalesce(organisation, '') || ' ' || note)`,
      ),
  },
  (t) => [
    // Each use writes every index anew, since some have what it changes. An index that is looked into for one value leaves out the rows that have none.
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
      // Any part of a code, as it is typed without its dashes: for those who may see codes.
      sql`search_fold(replace(${t.code}, '-', '')) gin_trgm_ops`,
    ),
    check('vouchers_used', sql`${t.used} between 0 and ${t.uses}`),
    check('vouchers_target', sql`num_nonnulls(${t.course_id}, ${t.lab_id}, ${t.exam_id}) = 1`),
  ],
)

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
    /** When an administrator removed the learner, which can be undone for some minutes; it was revoked at that moment. */
    removed_at: instant(),
    reason: text(),
    /** The learner agreed that who paid for it also sees their minutes and points. */
    shares_effort: boolean().notNull().default(false),
    /** The reasons before it, of which the last stands again when the suspension or the revocation is undone; empty where there was none. */
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
    // Activating a voucher twice, on any path, creates one entitlement.
    uniqueIndex('entitlements_voucher').on(t.voucher_id, t.user_id),
    check('entitlements_target', sql`num_nonnulls(${t.course_id}, ${t.lab_id}, ${t.exam_id}) = 1`),
  ],
)

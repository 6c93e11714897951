import type { VoucherBatch } from '@flagyard/api-types'
import { and, desc, eq, inArray, notExists, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import { pipelinedRead, prepared } from '../../../db/prepared.ts'
import { courses, entitlements, exams, labs, lessons, sections, vouchers } from '../../../db/schema/index.ts'
import { firstRow, isAmongIds, toIdList } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'
import { BEGIN_WITHIN_DAYS } from '../../catalogue/entitlements/index.ts'
import { voucherState } from './sql.ts'

export type VoucherRow = typeof vouchers.$inferSelect
export type NewVoucher = typeof vouchers.$inferInsert

/** Slug and title of the voucher's content, of any kind. */
export const targetColumns = {
  slug: sql<string>`coalesce(${courses.slug}, ${labs.slug}, ${exams.slug})`,
  title: sql<string>`coalesce(${courses.title}, ${labs.title}, ${exams.title})`,
}
const voucherColumns = {
  voucher: vouchers,
  ...targetColumns,
  /** For an exam: the days within which it must be taken. */
  access_days: sql<number | null>`case ${vouchers.kind}
    when 'course' then ${courses.access_days} when 'lab' then ${labs.access_days} else ${BEGIN_WITHIN_DAYS}::int end`,
  state: voucherState,
  /** Delivery time of a scheduled gift that is still in the future. Nothing is mailed before it. */
  waits_until: sql<Date | null>`case when ${vouchers.mail_after} > now() then ${vouchers.mail_after} end`.mapWith(
    vouchers.mail_after,
  ),
}

const select = (db: Db) =>
  db
    .select(voucherColumns)
    .from(vouchers)
    .leftJoin(courses, eq(courses.id, vouchers.course_id))
    .leftJoin(labs, eq(labs.id, vouchers.lab_id))
    .leftJoin(exams, eq(exams.id, vouchers.exam_id))

export type VoucherWithContent = Awaited<ReturnType<typeof select>>[number]

export async function findByCode(db: Db, readings: string[]): Promise<VoucherWithContent | undefined> {
  const [first, second = first] = readings
  const [row] = await byCode(db, { first, second })
  return row
}

const byCode = pipelinedRead('find_voucher_by_code', (db) =>
  select(db).where(or(eq(vouchers.code, sql.placeholder('first')), eq(vouchers.code, sql.placeholder('second')))),
)

export const findVoucher = (db: Db, id: string): Promise<VoucherWithContent | undefined> =>
  firstRow(select(db).where(eq(vouchers.id, id)))

/**
 * Vouchers that the learner bought, or received at their account's address. Excludes those that were used automatically with the
 * purchase, because their codes are never needed.
 */
export const listVouchersOf = (db: Db, { id, email }: { id: string; email: string }) =>
  ofUser(db, { userId: id, email: email.toLowerCase() })

const ofUser = pipelinedRead('list_vouchers', (db) =>
  select(db)
    .where(
      and(
        or(
          eq(vouchers.owner_id, sql.placeholder('userId')),
          eq(sql`lower(${vouchers.recipient})`, sql.placeholder('email')),
        ),
        notExists(
          db
            .select({ id: entitlements.id })
            .from(entitlements)
            .where(
              and(
                eq(entitlements.voucher_id, vouchers.id),
                eq(entitlements.user_id, sql.placeholder('userId')),
                inArray(entitlements.source, ['purchase', 'bundle']),
              ),
            ),
        ),
      ),
    )
    .orderBy(desc(vouchers.created_at), vouchers.seat)
    .limit(1000),
)

/**
 * Consumes one use. Concurrent calls succeed only as often as uses are left, and never with a code that was replaced in the meantime. Consumes none if
 * the account has used the voucher before.
 */
export async function consumeUse(
  tx: Db,
  { id, code }: Pick<VoucherRow, 'id' | 'code'>,
  userId: string,
): Promise<boolean> {
  return (await use(tx).execute({ id, code, userId })).length > 0
}

const use = prepared((tx) =>
  tx
    .update(vouchers)
    .set({
      used: sql`${vouchers.used} + 1`,
      state: sql`case when ${vouchers.used} + 1 >= ${vouchers.uses} then 'activated' else ${vouchers.state} end`,
      activated_at: sql`coalesce(${vouchers.activated_at}, now())`,
      version: sql`${vouchers.version} + 1`,
    })
    .where(
      and(
        eq(vouchers.id, sql.placeholder('id')),
        eq(vouchers.code, sql.placeholder('code')),
        eq(vouchers.state, 'available'),
        sql`${vouchers.used} < ${vouchers.uses}`,
        sql`coalesce(${vouchers.expires_at} > now(), true)`,
        notExists(
          tx
            .select({ id: entitlements.id })
            .from(entitlements)
            .where(and(eq(entitlements.voucher_id, vouchers.id), eq(entitlements.user_id, sql.placeholder('userId')))),
        ),
      ),
    )
    .returning({ id: vouchers.id })
    .prepare('use_voucher'),
)

export const insertVouchers = (tx: Db, rows: NewVoucher[]): Promise<VoucherRow[]> =>
  rows.length === 0 ? Promise.resolve([]) : tx.insert(vouchers).values(rows).onConflictDoNothing().returning()

interface Assignment {
  id: string
  recipient: string
  code: string
  /** The job writes the mail. */
  mail_waits: boolean
}

export async function assignVouchers(tx: Db, assignments: Assignment[]): Promise<string[]> {
  const assigned = await tx
    .update(vouchers)
    .set({
      recipient: sql`a.recipient`,
      code: sql`a.code`,
      mail_waits: sql`a.mail_waits`,
      version: sql`${vouchers.version} + 1`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(assignments)}::jsonb) as a(id uuid, recipient text, code text, mail_waits boolean)`,
    )
    .where(and(sql`${vouchers.id} = a.id`, eq(vouchers.state, 'available'), eq(vouchers.used, 0)))
    .returning({ id: vouchers.id })
  return assigned.map(({ id }) => id)
}

const lockVouchersOf = (tx: Db, orderId: string) =>
  tx
    .select({
      id: vouchers.id,
      seat: vouchers.seat,
      recipient: vouchers.recipient,
      used: vouchers.used,
      mail_waits: vouchers.mail_waits,
      version: vouchers.version,
      state: voucherState,
    })
    .from(vouchers)
    .where(eq(vouchers.order_id, orderId))
    .orderBy(vouchers.id)
    .for('update')

const setMailDay = (tx: Db, orderId: string, at: Date) =>
  tx
    .update(vouchers)
    .set({ mail_after: at })
    .where(and(eq(vouchers.order_id, orderId), sql`${vouchers.mail_after} is not null`))

/** First lesson with each of these labs, in catalogue order. */
export const listLessonsOfLabs = async (db: Db, labIds: string[]) =>
  labIds.length === 0 ? [] : lessonsOfLabs(db, { labIds: toIdList(labIds) })

const lessonsOfLabs = pipelinedRead('list_lessons_of_labs', (db) =>
  db
    .selectDistinctOn([lessons.lab_id], {
      lab_id: lessons.lab_id,
      course: courses.slug,
      section: sections.slug,
      lesson: lessons.slug,
    })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .where(
      and(isAmongIds(lessons.lab_id, 'labIds'), sql`${lessons.archived_at} is null`, eq(courses.status, 'published')),
    )
    .orderBy(lessons.lab_id, courses.position, sections.position, lessons.position),
)

export async function lockVoucher(tx: Tx, id: string) {
  const [row] = await tx
    .select({ voucher: vouchers, state: voucherState })
    .from(vouchers)
    .where(eq(vouchers.id, id))
    .for('update')
  if (!row) throw new ApiError('not_found', 'There is no such voucher.')
  return row
}

export const updateVoucher = (
  tx: Tx,
  id: string,
  change: Partial<Pick<NewVoucher, 'state' | 'reason' | 'recipient' | 'code' | 'expires_at' | 'mail_waits'>>,
) =>
  tx
    .update(vouchers)
    .set({ ...change, version: sql`${vouchers.version} + 1` })
    .where(eq(vouchers.id, id))

const inState = (state: keyof VoucherBatch['states']) =>
  sql<number>`count(*) filter (where ${voucherState} = ${state})::int`

export const byState = {
  available: inState('available'),
  activated: inState('activated'),
  expired: inState('expired'),
  suspended: inState('suspended'),
  revoked: inState('revoked'),
}

async function countByState(db: Db, orderId: string) {
  const [row] = await db.select(byState).from(vouchers).where(eq(vouchers.order_id, orderId))
  return row ?? { available: 0, activated: 0, expired: 0, suspended: 0, revoked: 0 }
}

/**
 * Vouchers of an order's seats. `insert` skips existing seats and returns the new rows; `lock` locks by ascending id, so that concurrent changes wait
 * for each other; `assign` gives unused ones a new recipient and code, because the old code is in another mailbox, and returns the ids of those that
 * were still unused; `setMailDay` moves scheduled mails.
 */
export const seatVouchers = {
  insert: insertVouchers,
  lock: lockVouchersOf,
  assign: assignVouchers,
  setMailDay,
  countByState,
}

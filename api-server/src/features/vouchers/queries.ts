import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import {
  courses,
  entitlements,
  exams,
  labs,
  lessons,
  type Opens,
  orders,
  users,
  vouchers,
} from '../../db/schema/index.ts'

export type VoucherRow = typeof vouchers.$inferSelect
export type NewVoucher = typeof vouchers.$inferInsert

/** What the voucher opens, whichever of the three it is. */
export const target = {
  slug: sql<string>`coalesce(${courses.slug}, ${labs.slug}, ${exams.slug})`,
  title: sql<string>`coalesce(${courses.title}, ${labs.title}, ${exams.title})`,
}
/** An unused voucher past its date reads as expired, whether or not a sweep has come by. */
export const currentState = sql<VoucherRow['state']>`case
  when ${vouchers.state} = 'available' and ${vouchers.expires_at} <= now() then 'expired' else ${vouchers.state} end`

/** Voucher with what it opens, joined. */
const shown = {
  voucher: vouchers,
  ...target,
  state: currentState,
  order_number: orders.number,
}

const select = (db: Db) =>
  db
    .select(shown)
    .from(vouchers)
    .leftJoin(courses, eq(courses.id, vouchers.course_id))
    .leftJoin(labs, eq(labs.id, vouchers.lab_id))
    .leftJoin(exams, eq(exams.id, vouchers.exam_id))
    .leftJoin(orders, eq(orders.id, vouchers.order_id))

export type ShownVoucher = Awaited<ReturnType<typeof select>>[number]

export async function findByCode(db: Db, readings: string[]): Promise<ShownVoucher | undefined> {
  const [row] = await select(db).where(inArray(vouchers.code, readings))
  return row
}

export async function findVoucher(db: Db, id: string): Promise<ShownVoucher | undefined> {
  const [row] = await select(db).where(eq(vouchers.id, id))
  return row
}

/** What this learner bought, or was given at the address of their account. */
export const listVouchersOf = (db: Db, { id, email }: { id: string; email: string }) =>
  select(db)
    .where(or(eq(vouchers.owner_id, id), eq(sql`lower(${vouchers.recipient})`, email.toLowerCase())))
    .orderBy(desc(vouchers.created_at), vouchers.seat)
    .limit(1000)

/**
 * Holds the account until the transaction ends, so that two vouchers for the same thing, or an order and a voucher, cannot
 * both find it missing. Rows that only point at the account do not wait.
 */
export async function lockAccount(tx: Db, userId: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Takes one use: of any number at once, exactly as many as there are uses get one (fault 18). */
export async function consumeUse(tx: Db, id: string): Promise<boolean> {
  const taken = await tx
    .update(vouchers)
    .set({
      used: sql`${vouchers.used} + 1`,
      state: sql`case when ${vouchers.used} + 1 >= ${vouchers.uses} then 'activated' else ${vouchers.state} end`,
      activated_at: sql`coalesce(${vouchers.activated_at}, now())`,
      version: sql`${vouchers.version} + 1`,
    })
    .where(
      and(
        eq(vouchers.id, id),
        eq(vouchers.state, 'available'),
        sql`${vouchers.used} < ${vouchers.uses}`,
        sql`coalesce(${vouchers.expires_at} > now(), true)`,
      ),
    )
    .returning({ id: vouchers.id })
  return taken.length > 0
}

/** The row of the ledger that this voucher opened for this learner. */
export async function findActivation(db: Db, voucherId: string, userId: string) {
  const [row] = await db
    .select()
    .from(entitlements)
    .where(and(eq(entitlements.voucher_id, voucherId), eq(entitlements.user_id, userId)))
  return row
}

/** A seat of an order is made once, however often its order is fulfilled. Gives the rows that were new. */
export const insertVouchers = (tx: Db, rows: NewVoucher[]): Promise<VoucherRow[]> =>
  rows.length === 0 ? Promise.resolve([]) : tx.insert(vouchers).values(rows).onConflictDoNothing().returning()

/** Passes an unused voucher on; says whether it was still unused. */
export async function assignVoucher(tx: Db, id: string, recipient: string): Promise<boolean> {
  const changed = await tx
    .update(vouchers)
    .set({ recipient, version: sql`${vouchers.version} + 1` })
    .where(and(eq(vouchers.id, id), eq(vouchers.state, 'available'), eq(vouchers.used, 0)))
    .returning({ id: vouchers.id })
  return changed.length > 0
}

/** The classroom that a lab's lesson is in: the first published course that has it. */
export async function findClassroomOfLab(db: Db, labId: string): Promise<string | null> {
  const [row] = await db
    .select({ slug: courses.slug })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .where(and(eq(lessons.lab_id, labId), sql`${lessons.archived_at} is null`, eq(courses.status, 'published')))
    .orderBy(courses.position)
    .limit(1)
  return row?.slug ?? null
}

export const targetOf = (row: Pick<VoucherRow, 'course_id' | 'lab_id' | 'exam_id'>) => ({
  ...(row.course_id ? { course: row.course_id } : {}),
  ...(row.lab_id ? { lab: row.lab_id } : {}),
  ...(row.exam_id ? { exam: row.exam_id } : {}),
})

export const columnOf = (kind: Opens, id: string) =>
  kind === 'course' ? { course_id: id } : kind === 'lab' ? { lab_id: id } : { exam_id: id }

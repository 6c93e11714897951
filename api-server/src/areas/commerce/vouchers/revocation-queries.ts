import { and, asc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  contentTitle,
  courseProgress,
  deployments,
  entitlements,
  examAttempts,
  exams,
  labs,
  lessons,
  users,
  vouchers,
} from '../../../db/schema/index.ts'
import { voucherState } from './sql.ts'

/** Maximum number of accounts listed in a preview. */
const SHOWN = 100

/** Subquery of suspension times. */
export type Moments = SQLWrapper

export interface Running {
  kind: 'lab' | 'exam'
  /** Id of the deployment or the exam attempt. */
  id: string
  username: string
  title: string
  state: string
}

/** Ids of the accounts with access through these vouchers, in the order in which accounts are locked. */
export async function listHolders(tx: Db, voucherIds: string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: entitlements.user_id })
    .from(entitlements)
    .where(inArray(entitlements.voucher_id, voucherIds))
    .orderBy(asc(entitlements.user_id))
  return rows.map(({ id }) => id)
}

/** Locks the vouchers until the transaction ends, by ascending id to avoid deadlocks. */
export const lockVouchers = (tx: Db, voucherIds: string[]) =>
  tx.select().from(vouchers).where(inArray(vouchers.id, voucherIds)).orderBy(asc(vouchers.id)).for('update')

const throughVouchers = (voucherIds: string[]) =>
  and(inArray(entitlements.voucher_id, voucherIds), isNull(entitlements.revoked_at))

/**
 * Whether the learner also has open access from elsewhere than the vouchers in `ending` (ids, or a query for them), so that labs and
 * exams continue. `opens` is a condition on that other entitlement `o`.
 */
const hasAnother = (ending: SQLWrapper | string[], opens: SQL) => sql<boolean>`exists (select 1 from entitlements o
  where o.user_id = ${entitlements.user_id} and o.revoked_at is null and o.suspended_at is null
    and (o.voucher_id is null or not (o.voucher_id = any(${Array.isArray(ending) ? sql`${toArray(ending)}::uuid[]` : sql`array(${ending})`})))
    and (o.ends_at is null or o.ends_at > now()) and ${opens})`
const toArray = (ids: string[]) => `{${ids.join(',')}}`

const sameTarget = sql`coalesce(o.course_id, o.lab_id, o.exam_id) =
  coalesce(${entitlements.course_id}, ${entitlements.lab_id}, ${entitlements.exam_id})`

/** Learners have finished when they completed the course or passed the exam. Their certificate stays valid. */
const finished = sql<boolean>`(exists (select 1 from ${courseProgress} p where p.user_id = ${entitlements.user_id}
    and p.course_id = ${entitlements.course_id} and p.completed_at is not null)
  or exists (select 1 from ${examAttempts} a where a.user_id = ${entitlements.user_id}
    and a.exam_id = ${entitlements.exam_id} and a.state = 'passed'))`

/** Accounts whose access through these vouchers would end, and their total number. */
export async function listLosing(db: Db, voucherIds: string[]) {
  const rows = await db
    .select({
      username: users.username,
      finished,
      keeps_access: hasAnother(voucherIds, sameTarget),
      total: sql<number>`count(*) over ()::int`,
    })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .where(throughVouchers(voucherIds))
    .orderBy(asc(users.username))
    .limit(SHOWN)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

const inCourse = (course: SQL) =>
  sql`${deployments.lab_id} in (select l.lab_id from ${lessons} l where l.course_id = ${course})`
const opensLab = sql`(o.lab_id = ${deployments.lab_id} or ${inCourse(sql`o.course_id`)})`

/** Deployed labs, and booked or running exams, that learners can access only through these vouchers. */
export async function listRunning(db: Db, voucherIds: string[]): Promise<Running[]> {
  const activeLabs = await db
    .select({ id: deployments.id, username: users.username, title: labs.title, state: deployments.state })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .innerJoin(
      deployments,
      and(
        eq(deployments.user_id, entitlements.user_id),
        sql`(${deployments.lab_id} = ${entitlements.lab_id} or ${inCourse(sql`${entitlements.course_id}`)})`,
        inArray(deployments.state, ['queued', 'held', 'provisioning', 'running']),
      ),
    )
    .innerJoin(labs, eq(labs.id, deployments.lab_id))
    .where(and(throughVouchers(voucherIds), sql`not ${hasAnother(voucherIds, opensLab)}`))
    .orderBy(asc(deployments.cloud), asc(deployments.id))
  const activeExams = await db
    .select({ id: examAttempts.id, username: users.username, title: exams.title, state: examAttempts.state })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .innerJoin(
      examAttempts,
      and(
        eq(examAttempts.user_id, entitlements.user_id),
        eq(examAttempts.exam_id, entitlements.exam_id),
        inArray(examAttempts.state, ['scheduled', 'preparing', 'active']),
      ),
    )
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(and(throughVouchers(voucherIds), sql`not ${hasAnother(voucherIds, sameTarget)}`))
    .orderBy(asc(examAttempts.id))
  return [
    ...activeLabs.map((row) => ({ kind: 'lab' as const, ...row })),
    ...activeExams.map((row) => ({ kind: 'exam' as const, ...row })),
  ]
}

/** Revokes locked vouchers. Vouchers that were already revoked keep their reason. */
export const writeRevoked = (tx: Db, ids: string[], reason: string) =>
  tx
    .update(vouchers)
    .set({ state: 'revoked', reason, mail_waits: false, suspended_at: null, version: sql`${vouchers.version} + 1` })
    .where(and(inArray(vouchers.id, ids), sql`${vouchers.state} <> 'revoked'`))

/** Suspends the unused vouchers among these. Vouchers that were already suspended are unchanged. */
export const writeSuspended = (tx: Db, voucherIds: string[], reason: string) =>
  tx
    .update(vouchers)
    .set({ state: 'suspended', reason, suspended_at: sql`now()`, version: sql`${vouchers.version} + 1` })
    .where(and(inArray(vouchers.id, voucherIds), eq(vouchers.state, 'available')))

/** Resumes the vouchers that were suspended at one of these times, which are a subquery. */
export const writeResumed = (tx: Db, ids: string[], moments: Moments) =>
  tx
    .update(vouchers)
    .set({ state: 'available', reason: null, suspended_at: null, version: sql`${vouchers.version} + 1` })
    .where(
      and(inArray(vouchers.id, ids), eq(vouchers.state, 'suspended'), sql`${vouchers.suspended_at} in (${moments})`),
    )

async function listAccess(tx: Db, voucherIds: string[], where: SQL): Promise<string[]> {
  const rows = await tx
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(and(throughVouchers(voucherIds), where))
  return rows.map(({ id }) => id)
}

/** Ids of unfinished access through these vouchers that is neither revoked nor already suspended. */
export const listUnfinished = (tx: Db, voucherIds: string[]) =>
  listAccess(tx, voucherIds, sql`${entitlements.suspended_at} is null and not ${finished}`)

/** Ids of access through these vouchers that was suspended at one of these times and still is. */
export const listSuspendedAt = (tx: Db, voucherIds: string[], moments: Moments) =>
  listAccess(tx, voucherIds, sql`${entitlements.suspended_at} in (${moments})`)

/** Vouchers of an order by seat, with their users and the effect of revoking all of them. */
export const listSeats = (db: Db, orderId: string) =>
  db
    .select({
      voucher_id: vouchers.id,
      seat: sql<number>`coalesce(${vouchers.seat}, 0)`,
      target_id: sql<string>`coalesce(${vouchers.course_id}, ${vouchers.lab_id}, ${vouchers.exam_id})`,
      title: contentTitle(vouchers),
      state: voucherState,
      recipient: vouchers.recipient,
      username: users.username,
      has_access: sql<boolean>`${entitlements.id} is not null and ${entitlements.revoked_at} is null`,
      finished,
      keeps_access: hasAnother(sql`select v.id from vouchers v where v.order_id = ${orderId}::uuid`, sameTarget),
    })
    .from(vouchers)
    .leftJoin(entitlements, eq(entitlements.voucher_id, vouchers.id))
    .leftJoin(users, eq(users.id, entitlements.user_id))
    .where(eq(vouchers.order_id, orderId))
    .orderBy(asc(vouchers.seat), asc(vouchers.id))

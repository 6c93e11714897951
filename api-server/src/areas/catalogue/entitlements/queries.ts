import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { pipelinedRead, prepared } from '../../../db/prepared.ts'
import { courses, entitlements } from '../../../db/schema/index.ts'
import { firstRow, hasId } from '../../../db/sql.ts'
import { type EntitlementState, entitlementState, isEntitlementOpen, RESTORE_MINUTES } from './sql.ts'

export type EntitlementRow = typeof entitlements.$inferSelect

/** Content to open, by id. A lab in a course can be opened through either. */
export interface Target {
  course?: string | null
  lab?: string | null
  exam?: string | null
}

export interface LedgerRow {
  entitlement: EntitlementRow
  state: EntitlementState
}

/** All ledger rows of the learner, newest first. */
export const listEntitlements = (db: Db, userId: string): Promise<LedgerRow[]> => ofUser(db, { userId })

const ofUser = pipelinedRead('list_entitlements', (db) =>
  db
    .select({ entitlement: entitlements, state: entitlementState })
    .from(entitlements)
    .where(eq(entitlements.user_id, sql.placeholder('userId')))
    .orderBy(desc(entitlements.created_at)),
)

/** Those of the accounts that have open access to the course now. */
export async function listHaving(tx: Db, courseId: string, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await tx
    .selectDistinct({ id: entitlements.user_id })
    .from(entitlements)
    .where(and(eq(entitlements.course_id, courseId), inArray(entitlements.user_id, userIds), isEntitlementOpen))
  return rows.map(({ id }) => id)
}

/** A ledger row by its id. Undefined if the text is no id, or the row was deleted. */
export const findLedgerRow = (db: Db, id: string): Promise<EntitlementRow | undefined> =>
  firstRow(db.select().from(entitlements).where(hasId(entitlements.id, id)))

type NewEntitlement = Pick<
  EntitlementRow,
  'user_id' | 'kind' | 'course_id' | 'lab_id' | 'exam_id' | 'source' | 'order_id' | 'voucher_id' | 'reason'
>

/**
 * Inserts a ledger row that lasts `days`, or else the access period of its course, which may be unlimited. Inserts nothing if the
 * voucher already opened it for the learner.
 */
export async function insertEntitlement(
  tx: Db,
  row: NewEntitlement,
  days: number | null,
): Promise<EntitlementRow | undefined> {
  const [inserted] = await insertion(tx).execute({ ...row, days })
  return inserted
}

const insertion = prepared((tx) => {
  const value = (name: keyof NewEntitlement) => sql.placeholder(name)
  const ofCourse = sql`(select c.access_days from ${courses} c where c.id = ${value('course_id')}::uuid)`
  return tx
    .insert(entitlements)
    .values({
      user_id: value('user_id'),
      kind: value('kind'),
      course_id: value('course_id'),
      lab_id: value('lab_id'),
      exam_id: value('exam_id'),
      source: value('source'),
      order_id: value('order_id'),
      voucher_id: value('voucher_id'),
      reason: value('reason'),
      ends_at: sql`now() + make_interval(days => coalesce(${sql.placeholder('days')}::int, ${ofCourse}))`,
    })
    .onConflictDoNothing({ target: [entitlements.voucher_id, entitlements.user_id] })
    .returning()
    .prepare('insert_entitlement')
})

/** Sets a new reason and saves the previous one, which `earlierReason` restores. */
export const newReason = (reason: string | null) => ({
  reason,
  earlier_reasons: sql`array_append(${entitlements.earlier_reasons}, coalesce(${entitlements.reason}, ''))`,
})

export const earlierReason = {
  reason: sql`nullif(${entitlements.earlier_reasons}[cardinality(${entitlements.earlier_reasons})], '')`,
  earlier_reasons: sql`trim_array(${entitlements.earlier_reasons}, least(1, cardinality(${entitlements.earlier_reasons})))`,
}

/** Revokes the access that these vouchers opened, and returns the revoked rows. Rows that were already revoked keep their reason. */
export const revokeByVouchers = (tx: Db, voucherIds: string[], reason: string | null) =>
  tx
    .update(entitlements)
    .set({ revoked_at: sql`now()`, ...newReason(reason), version: sql`${entitlements.version} + 1` })
    .where(and(inArray(entitlements.voucher_id, voucherIds), isNull(entitlements.revoked_at)))
    .returning({ id: entitlements.id, voucher_id: entitlements.voucher_id })

/**
 * Revokes a learner's access to a course and returns the time, or undefined if there was nothing to revoke. Rows that were already
 * revoked keep their reason.
 */
export async function revokeCourseAccess(
  tx: Db,
  userId: string,
  courseId: string,
  by: CourseRevocation,
): Promise<Date | undefined> {
  const [row] = await tx
    .update(entitlements)
    .set({
      revoked_at: sql`now()`,
      ...(by.undoable && { removed_at: sql`now()` }),
      ...newReason(by.reason),
      version: sql`${entitlements.version} + 1`,
    })
    .where(
      and(
        eq(entitlements.user_id, userId),
        eq(entitlements.course_id, courseId),
        isNull(entitlements.revoked_at),
        by.source && eq(entitlements.source, by.source),
      ),
    )
    .returning({ at: entitlements.revoked_at })
  return row?.at ?? undefined
}

interface CourseRevocation {
  reason: string
  /** Limits the revocation to rows of this source. */
  source?: EntitlementRow['source']
  /** The revocation can be undone for RESTORE_MINUTES. */
  undoable?: boolean
}

/** Undoes a removal within RESTORE_MINUTES. Returns false if there is none to undo. */
export async function restoreCourseAccess(tx: Db, userId: string, courseId: string): Promise<boolean> {
  const rows = await tx
    .update(entitlements)
    .set({
      revoked_at: null,
      removed_at: null,
      ...earlierReason,
      version: sql`${entitlements.version} + 1`,
    })
    .where(
      and(
        eq(entitlements.user_id, userId),
        eq(entitlements.course_id, courseId),
        gt(entitlements.removed_at, sql`now() - make_interval(mins => ${RESTORE_MINUTES})`),
      ),
    )
    .returning({ id: entitlements.id })
  return rows.length > 0
}

/** The learner's entitlement to the lab itself (not through a course) that is not revoked and lasts longest, locked until the transaction ends. */
export async function lockLabEntitlement(tx: Db, userId: string, labId: string): Promise<EntitlementRow | undefined> {
  const [row] = await tx
    .select()
    .from(entitlements)
    .where(and(eq(entitlements.user_id, userId), eq(entitlements.lab_id, labId), isNull(entitlements.revoked_at)))
    .orderBy(sql`${entitlements.ends_at} desc nulls first`)
    .limit(1)
    .for('update')
  return row
}

/** Sets the end of a locked entitlement. */
export const setEntitlementEnd = (tx: Db, id: string, endsAt: Date) =>
  tx
    .update(entitlements)
    .set({ ends_at: endsAt, version: sql`${entitlements.version} + 1` })
    .where(eq(entitlements.id, id))

/** Sets whether the buyer sees the learner's minutes and points. Returns false if the voucher opened nothing for the learner. */
export async function setSharing(db: Db, userId: string, voucherId: string, shares: boolean): Promise<boolean> {
  const changed = await db
    .update(entitlements)
    .set({ shares_effort: shares })
    .where(and(eq(entitlements.user_id, userId), eq(entitlements.voucher_id, voucherId)))
    .returning({ id: entitlements.id })
  return changed.length > 0
}

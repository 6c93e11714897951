import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import { entitlements, lessons } from '../../../db/schema/index.ts'
import { learnerLabs } from '../labs/index.ts'
import { type EntitlementRow, earlierReason, newReason } from './queries.ts'

const next = { version: sql`${entitlements.version} + 1` }

const changes = {
  suspend: { suspended_at: sql`now()` },
  resume: { suspended_at: null },
  revoke: { revoked_at: sql`now()`, removed_at: sql`now()` },
  restore: { revoked_at: null, removed_at: null },
}

/**
 * Suspends, resumes, revokes or restores entitlements. A suspension and a revocation take a reason, which learners see; the others bring back the
 * earlier one. A revocation can be restored for RESTORE_MINUTES.
 */
export async function changeEntitlements(
  tx: Tx,
  ids: string[],
  ...[change, reason]: ['suspend' | 'revoke', string] | ['resume' | 'restore', reason?: undefined]
): Promise<void> {
  await tx
    .update(entitlements)
    .set({ ...changes[change], ...(reason === undefined ? earlierReason : newReason(reason)), ...next })
    .where(inArray(entitlements.id, ids))
}

/**
 * End of an entitlement. `extend` adds days to it, or to now if that is later, and returns the new end; if a lab was already started, its own end is
 * extended instead. `ofLab` is that end: null if the lab was not started. `reset` reverts `extend`.
 */
export const entitlementEnd = { extend, ofLab, reset }

async function extend(tx: Tx, row: EntitlementRow, days: number): Promise<Date | null> {
  const { id, user_id, lab_id, ends_at } = row
  const own = await ofLab(tx, row)
  const later = sql`greatest(now(), ${own ?? ends_at}::timestamptz) + make_interval(days => ${days}::int)`
  const [written] = await tx
    .update(entitlements)
    // The entitlement must stay open at least until the lab's own end.
    .set({ ends_at: own ? sql`greatest(${entitlements.ends_at}, ${later})` : later, ...next })
    .where(eq(entitlements.id, id))
    .returning({ ends_at: sql<Date>`${later}`.mapWith(entitlements.ends_at) })
  const until = written?.ends_at ?? null
  if (own && lab_id && until) await learnerLabs.correct(tx, user_id, lab_id, { access_ends_at: until })
  return until
}

async function ofLab(db: Db, { user_id, lab_id }: EntitlementRow): Promise<Date | null> {
  return (lab_id && (await learnerLabs.find(db, user_id, lab_id))?.access_ends_at) || null
}

async function reset(
  tx: Tx,
  { id, user_id, lab_id }: EntitlementRow,
  { ends_at, own }: { ends_at: Date | null; own: Date | null },
): Promise<void> {
  await tx
    .update(entitlements)
    .set({ ends_at, ...next })
    .where(eq(entitlements.id, id))
  if (own && lab_id) await learnerLabs.correct(tx, user_id, lab_id, { access_ends_at: own })
}

export async function writeFirstEnd(
  tx: Tx,
  id: string,
  { days, until }: { days?: number | undefined; until?: string | undefined },
): Promise<Date | null> {
  const end = until
    ? sql`(${until}::date + 1)::timestamp at time zone 'UTC'`
    : sql`now() + make_interval(days => ${days ?? 0}::int)`
  const [row] = await tx
    .update(entitlements)
    .set({ ends_at: end })
    .where(eq(entitlements.id, id))
    .returning({ ends_at: entitlements.ends_at })
  return row?.ends_at ?? null
}

/** Moves the row to another account. The new learner does not share their effort with the buyer until they choose to. */
export async function writeMoved(tx: Tx, id: string, to: string): Promise<void> {
  await tx
    .update(entitlements)
    .set({ user_id: to, shares_effort: false, ...next })
    .where(eq(entitlements.id, id))
}

/** Labs whose progress belongs to the entitlement. Excludes labs that another entitlement also opens to the learner. */
export async function listOwnLabs(
  db: Db,
  { id, user_id, course_id, lab_id }: Pick<EntitlementRow, 'id' | 'user_id' | 'course_id' | 'lab_id'>,
): Promise<string[]> {
  if (!course_id && !lab_id) return []
  const labs = lab_id
    ? sql`select ${lab_id}::uuid as lab_id`
    : sql`select distinct l.lab_id from ${lessons} l where l.course_id = ${course_id}::uuid and l.lab_id is not null`
  const opensToo = sql`select 1 from ${entitlements} e where e.user_id = ${user_id}::uuid and e.id <> ${id}::uuid and e.revoked_at is null
    and (e.lab_id = own.lab_id or e.course_id in
      (select l.course_id from ${lessons} l where l.lab_id = own.lab_id and l.archived_at is null))`
  const rows = await db
    .select({ lab_id: sql<string>`own.lab_id` })
    .from(sql`(${labs}) own`)
    .where(sql`not exists (${opensToo})`)
  return rows.map((row) => row.lab_id)
}

/** Another row of the learner for the same content that is not revoked, or another row from the same voucher. */
export async function findOther(db: Db, row: EntitlementRow, userId: string): Promise<EntitlementRow | undefined> {
  const { id, course_id, lab_id, exam_id, voucher_id } = row
  const { course_id: course, lab_id: lab, exam_id: exam } = entitlements
  const isSame = course_id ? eq(course, course_id) : lab_id ? eq(lab, lab_id) : eq(exam, exam_id ?? '')
  const isOpenToo = and(isSame, isNull(entitlements.revoked_at))
  const isSameVoucher = voucher_id ? eq(entitlements.voucher_id, voucher_id) : sql`false`
  const [other] = await db
    .select()
    .from(entitlements)
    .where(and(eq(entitlements.user_id, userId), ne(entitlements.id, id), sql`(${isOpenToo} or ${isSameVoucher})`))
    .limit(1)
  return other
}

import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { pipelinedRead } from '../../db/prepared.ts'
import { courses, entitlements } from '../../db/schema/index.ts'
import { isAmongIds, toIdList } from '../../db/uuid.ts'

export type EntitlementRow = typeof entitlements.$inferSelect

/** Content to open, by id; a lab in a course opens through either. */
export interface Target {
  course?: string | null
  lab?: string | null
  exam?: string | null
}

export type EntitlementState = 'open' | 'not_yet' | 'ended' | 'suspended' | 'revoked'

/**
 * The state by the database's clock. Uses `statement_timestamp()`: a transaction that waited for a concurrent grant
 * started before it, so by `now()` the grant would lie in the future.
 */
export const entitlementState = sql<EntitlementState>`case
  when ${entitlements.revoked_at} is not null then 'revoked'
  when ${entitlements.suspended_at} is not null then 'suspended'
  when ${entitlements.ends_at} <= now() then 'ended'
  when ${entitlements.starts_at} > statement_timestamp() then 'not_yet'
  else 'open' end`

export interface LedgerRow {
  entitlement: EntitlementRow
  state: EntitlementState
}

/** All ledger rows of the learner about any of the content, newest first. */
export async function listEntitlementsFor(db: Db, userId: string, targets: Target[]): Promise<LedgerRow[]> {
  const idsOf = (kind: keyof Target) => toIdList(targets.flatMap((target) => target[kind] ?? []))
  return aboutTargets(db, { userId, courses: idsOf('course'), labs: idsOf('lab'), exams: idsOf('exam') })
}

const aboutTargets = pipelinedRead('list_entitlements_for', (db) =>
  db
    .select({ entitlement: entitlements, state: entitlementState })
    .from(entitlements)
    .where(
      and(
        eq(entitlements.user_id, sql.placeholder('userId')),
        or(
          isAmongIds(entitlements.course_id, 'courses'),
          isAmongIds(entitlements.lab_id, 'labs'),
          isAmongIds(entitlements.exam_id, 'exams'),
        ),
      ),
    )
    .orderBy(desc(entitlements.created_at)),
)

/** Entitlements of one kind that are open to the learner now. */
export const listOpenEntitlements = (db: Db, userId: string, kind: EntitlementRow['kind']) => open(db, { userId, kind })

const open = pipelinedRead('list_open_entitlements', (db) =>
  db
    .select()
    .from(entitlements)
    .where(
      and(
        eq(entitlements.user_id, sql.placeholder('userId')),
        eq(entitlements.kind, sql.placeholder('kind')),
        isNull(entitlements.revoked_at),
        isNull(entitlements.suspended_at),
        or(isNull(entitlements.ends_at), sql`${entitlements.ends_at} > now()`),
        sql`${entitlements.starts_at} <= statement_timestamp()`,
      ),
    ),
)

/** Inserts a ledger row. Repeated for the same voucher and learner it inserts nothing. */
export async function insertEntitlement(
  tx: Db,
  row: typeof entitlements.$inferInsert,
  accessDays: number | null,
): Promise<EntitlementRow | undefined> {
  const [inserted] = await tx
    .insert(entitlements)
    .values({ ...row, ends_at: accessDays === null ? null : sql`now() + make_interval(days => ${accessDays}::int)` })
    .onConflictDoNothing({ target: [entitlements.voucher_id, entitlements.user_id] })
    .returning()
  return inserted
}

export async function findAccessDays(db: Db, courseId: string): Promise<number | null> {
  const [row] = await db.select({ days: courses.access_days }).from(courses).where(eq(courses.id, courseId))
  return row?.days ?? null
}

/** Revokes what the voucher opened; returns the ids of the learners concerned. */
export async function revokeEntitlements(tx: Db, voucherId: string, reason: string | null): Promise<string[]> {
  const rows = await tx
    .update(entitlements)
    .set({ revoked_at: sql`now()`, reason, version: sql`${entitlements.version} + 1` })
    .where(and(eq(entitlements.voucher_id, voucherId), isNull(entitlements.revoked_at)))
    .returning({ user_id: entitlements.user_id })
  return rows.map((row) => row.user_id)
}

import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { pipelinedRead } from '../../db/prepared.ts'
import { courses, entitlements } from '../../db/schema/index.ts'
import { type EntitlementState, entitlementState } from './state-sql.ts'

export type EntitlementRow = typeof entitlements.$inferSelect

/** Content to open, by id; a lab in a course opens through either. */
export interface Target {
  course?: string | null
  lab?: string | null
  exam?: string | null
}

export interface LedgerRow {
  entitlement: EntitlementRow
  state: EntitlementState
}

/** Everything that the ledger has about the learner, newest first. */
export const listEntitlements = (db: Db, userId: string): Promise<LedgerRow[]> => ofUser(db, { userId })

const ofUser = pipelinedRead('list_entitlements', (db) =>
  db
    .select({ entitlement: entitlements, state: entitlementState })
    .from(entitlements)
    .where(eq(entitlements.user_id, sql.placeholder('userId')))
    .orderBy(desc(entitlements.created_at)),
)

/** Inserts a ledger row, for ever when the course has no days. Repeated for the same voucher and learner it inserts nothing. */
export async function insertEntitlement(
  tx: Db,
  row: typeof entitlements.$inferInsert,
  access: { days: number } | { daysOfCourse: string },
): Promise<EntitlementRow | undefined> {
  const days =
    'days' in access
      ? sql`${access.days}::int`
      : sql`(select ${courses.access_days} from ${courses} where ${eq(courses.id, access.daysOfCourse)})`
  const [inserted] = await tx
    .insert(entitlements)
    .values({ ...row, ends_at: sql`now() + make_interval(days => ${days})` })
    .onConflictDoNothing({ target: [entitlements.voucher_id, entitlements.user_id] })
    .returning()
  return inserted
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

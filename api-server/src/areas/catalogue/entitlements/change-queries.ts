import { eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import { entitlements } from '../../../db/schema/index.ts'
import { correctLearnerLab, findLearnerLab } from '../labs/service.ts'
import { type EntitlementRow, earlierReason, newReason } from './queries.ts'

const next = { version: sql`${entitlements.version} + 1` }

export async function writeSuspended(tx: Tx, ids: string[], reason: string): Promise<void> {
  await tx
    .update(entitlements)
    .set({ suspended_at: sql`now()`, ...newReason(reason), ...next })
    .where(inArray(entitlements.id, ids))
}

export async function writeResumed(tx: Tx, ids: string[]): Promise<void> {
  await tx
    .update(entitlements)
    .set({ suspended_at: null, ...earlierReason, ...next })
    .where(inArray(entitlements.id, ids))
}

/** Sets `removed_at`, so that the revocation can be undone for RESTORE_MINUTES. */
export async function writeRevoked(tx: Tx, ids: string[], reason: string): Promise<void> {
  await tx
    .update(entitlements)
    .set({ revoked_at: sql`now()`, removed_at: sql`now()`, ...newReason(reason), ...next })
    .where(inArray(entitlements.id, ids))
}

export async function writeRestored(tx: Tx, ids: string[]): Promise<void> {
  await tx
    .update(entitlements)
    .set({ revoked_at: null, removed_at: null, ...earlierReason, ...next })
    .where(inArray(entitlements.id, ids))
}

/** Adds days to the end, or to now if that is later, and returns the new end. If a lab was already started, its own end is extended instead. */
export async function writeEnd(tx: Tx, row: EntitlementRow, days: number): Promise<Date | null> {
  const { id, user_id, lab_id, ends_at } = row
  const own = await findOwnEnd(tx, row)
  const later = sql`greatest(now(), ${own ?? ends_at}::timestamptz) + make_interval(days => ${days}::int)`
  const [written] = await tx
    .update(entitlements)
    // The entitlement must stay open at least until the lab's own end.
    .set({ ends_at: own ? sql`greatest(${entitlements.ends_at}, ${later})` : later, ...next })
    .where(eq(entitlements.id, id))
    .returning({ ends_at: sql<Date>`${later}`.mapWith(entitlements.ends_at) })
  const until = written?.ends_at ?? null
  if (own && lab_id && until) await correctLearnerLab(tx, user_id, lab_id, { access_ends_at: until })
  return until
}

/** End of a lab's own access period, which begins with its first deployment. Null if it was not started. */
export const findOwnEnd = async (db: Db, { user_id, lab_id }: EntitlementRow): Promise<Date | null> =>
  (lab_id && (await findLearnerLab(db, user_id, lab_id))?.access_ends_at) || null

/** Reverts `writeEnd`. */
export async function writeEndBack(
  tx: Tx,
  { id, user_id, lab_id }: EntitlementRow,
  { ends_at, own }: { ends_at: Date | null; own: Date | null },
): Promise<void> {
  await tx
    .update(entitlements)
    .set({ ends_at, ...next })
    .where(eq(entitlements.id, id))
  if (own && lab_id) await correctLearnerLab(tx, user_id, lab_id, { access_ends_at: own })
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

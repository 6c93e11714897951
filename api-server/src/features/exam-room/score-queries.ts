import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { extraPoints, flagSolves, users } from '../../db/schema/index.ts'

/** The points of an attempt: those of its solved flags, and those that were approved. */
export async function findScore(db: Db, attemptId: string) {
  const [flags] = await db
    .select({ points: sql<number>`coalesce(sum(${flagSolves.points}), 0)::int` })
    .from(flagSolves)
    .where(eq(flagSolves.attempt_id, attemptId))
  const [extra] = await db
    .select({
      extra_points: sql<number>`coalesce(sum(${extraPoints.points}) filter (where ${extraPoints.state} = 'approved'), 0)::int`,
      has_pending_points: sql<boolean>`coalesce(bool_or(${extraPoints.state} = 'pending'), false)`,
    })
    .from(extraPoints)
    .where(eq(extraPoints.attempt_id, attemptId))
  return {
    points: flags?.points ?? 0,
    extra_points: extra?.extra_points ?? 0,
    has_pending_points: extra?.has_pending_points ?? false,
  }
}

export async function isCandidateDisabled(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.disabled_at)))
  return rows.length > 0
}

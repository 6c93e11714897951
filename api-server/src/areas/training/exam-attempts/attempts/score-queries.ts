import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { conductCases, examAttempts, examLedger, extraPoints, flagSolves, users } from '../../../../db/schema/index.ts'
import { isUnderReview } from './under-review-sql.ts'

/** Points of an attempt: solved flags with regrades, and approved extra points; and whether anything is undecided. */
export async function findScore(db: Db, attemptId: string) {
  const sumOf = (rows: SQL) => sql<number>`coalesce((select sum(points) from ${rows}), 0)::int`
  const isThere = (rows: SQL) => sql<boolean>`exists (select 1 from ${rows})`
  const mine = sql`attempt_id = ${attemptId}::uuid`
  const [row] = await db
    .select({
      solved: sumOf(sql`${flagSolves} where ${mine}`),
      regraded: sumOf(sql`${examLedger} where ${mine} and kind = 'regrade'`),
      extra_points: sumOf(sql`${extraPoints} where ${mine} and state = 'approved'`),
      has_pending_points: isThere(sql`${extraPoints} where ${mine} and state = 'pending'`),
      is_under_review: isThere(sql`${conductCases} where ${mine} and state = 'open'`),
    })
    .from(sql`(select 1) as unused`)
  if (!row) throw new Error('A sum returned no row')
  const { solved, regraded, ...score } = row
  return { points: solved + regraded, ...score }
}

export async function isCandidateDisabled(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.disabled_at)))
  return rows.length > 0
}

/** The learner's attempts with an open conduct case. */
export async function listReviewed(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: examAttempts.id })
    .from(examAttempts)
    .where(and(eq(examAttempts.user_id, userId), isUnderReview))
  return rows.map(({ id }) => id)
}

import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { accountBookings, examAttempts, examLedger, users } from '../../../db/schema/index.ts'
import { isUuid } from '../../../db/uuid.ts'

export async function findAttemptOf(db: Db, userId: string, id: string) {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select()
    .from(examAttempts)
    .where(and(eq(examAttempts.id, id), eq(examAttempts.user_id, userId)))
  return row
}

/** Ledger with the usernames of the rows' authors. */
export const listLedgerWithActors = (db: Db, attemptId: string) =>
  db
    .select({
      kind: examLedger.kind,
      from_at: examLedger.from_at,
      until_at: examLedger.until_at,
      seconds: examLedger.seconds,
      points: examLedger.points,
      reason: examLedger.reason,
      at: examLedger.at,
      actor_id: examLedger.actor_id,
      actor: users.username,
    })
    .from(examLedger)
    .leftJoin(users, eq(users.id, examLedger.actor_id))
    .where(eq(examLedger.attempt_id, attemptId))
    .orderBy(asc(examLedger.position))

export async function findBookedUntil(db: Db, attemptId: string): Promise<Date | null> {
  const [row] = await db
    .select({ until: accountBookings.until_at })
    .from(accountBookings)
    .where(eq(accountBookings.attempt_id, attemptId))
  return row?.until ?? null
}

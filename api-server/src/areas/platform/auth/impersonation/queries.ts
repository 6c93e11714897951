import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { sessions } from '../../../../db/schema/index.ts'

/** Redeems the code, once and within a minute. Only one of two concurrent tabs gets the session. */
export async function redeemCode(db: Db, hash: string) {
  const [row] = await db
    .update(sessions)
    .set({ see_as_code_hash: null, last_used_at: sql`now()` })
    .where(
      and(
        eq(sessions.see_as_code_hash, hash),
        isNotNull(sessions.see_as_by),
        isNull(sessions.ended_at),
        sql`${sessions.created_at} > now() - interval '1 minute'`,
      ),
    )
    .returning()
  return row
}

/** The expiry is set by the database clock. */
export async function insertImpersonation(tx: Db, row: Omit<typeof sessions.$inferInsert, 'expires_at'>) {
  const expires_at = sql`now() + make_interval(mins => ${IMPERSONATION_MINUTES})`
  const [inserted] = await tx
    .insert(sessions)
    .values({ ...row, expires_at: expires_at as never })
    .returning()
  if (!inserted) throw new Error('The insert returned no row')
  return inserted
}

/** Maximum length of an impersonation session, in minutes. It cannot be extended. */
const IMPERSONATION_MINUTES = 60

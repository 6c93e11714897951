import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { factors, passkeyChallenges } from '../../../../db/schema/index.ts'

type Purpose = typeof passkeyChallenges.$inferSelect.purpose

/** A factor of kind `passkey`, with the columns that are always set for it. */
export interface PasskeyRow {
  id: string
  name: string
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
  since: Date
  last_used_at: Date | null
}

const passkeyColumns = {
  id: factors.id,
  name: factors.name,
  credential_id: sql<string>`${factors.credential_id}`,
  public_key: sql<string>`${factors.public_key}`,
  counter: factors.counter,
  transports: factors.transports,
  since: factors.created_at,
  last_used_at: factors.last_used_at,
}

export async function findPasskey(db: Db, id: string): Promise<(PasskeyRow & { user_id: string }) | undefined> {
  const [row] = await db
    .select({ ...passkeyColumns, user_id: factors.user_id })
    .from(factors)
    .where(and(eq(factors.credential_id, id), eq(factors.kind, 'passkey')))
  return row
}

export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  const rows = await db
    .select(passkeyColumns)
    .from(factors)
    .where(and(eq(factors.user_id, userId), eq(factors.kind, 'passkey')))
    .orderBy(asc(factors.created_at), asc(factors.id))
  return rows
}

export async function insertPasskey(
  tx: Db,
  row: Pick<PasskeyRow, 'name' | 'credential_id' | 'public_key' | 'counter' | 'transports'> & { user_id: string },
) {
  await tx.insert(factors).values({ ...row, kind: 'passkey', confirmed_at: sql`now()` })
}

export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const renamed = await db
    .update(factors)
    .set({ name })
    .where(and(eq(factors.id, id), eq(factors.user_id, userId), eq(factors.kind, 'passkey')))
    .returning({ id: factors.id })
  return renamed.length > 0
}

/**
 * Stores the authenticator's signature counter. A counter that does not grow means that the authenticator was cloned. Authenticators without a
 * counter always send 0. Returns false if the counter did not grow or the passkey no longer exists.
 */
export async function updatePasskeyCounter(db: Db, id: string, counter: number): Promise<boolean> {
  const updated = await db
    .update(factors)
    .set({ counter, last_used_at: sql`now()` })
    .where(and(eq(factors.id, id), counter === 0 ? eq(factors.counter, 0) : lt(factors.counter, counter)))
    .returning({ id: factors.id })
  return updated.length > 0
}

export async function insertChallenge(db: Db, row: typeof passkeyChallenges.$inferInsert) {
  await db.insert(passkeyChallenges).values(row)
}

/** Records the use of a challenge that was not stored before. Only one of two concurrent calls with the same challenge succeeds. */
export async function insertUsedChallenge(db: Db, row: typeof passkeyChallenges.$inferInsert): Promise<boolean> {
  const inserted = await db
    .insert(passkeyChallenges)
    .values({ ...row, used_at: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: passkeyChallenges.id })
  return inserted.length > 0
}

/** Consumes a challenge of this account and purpose. Only one of two concurrent calls succeeds. */
export async function consumeChallenge(
  db: Db,
  { userId, purpose, hash, now }: { userId: string; purpose: Purpose; hash: string; now: Date },
): Promise<boolean> {
  const consumed = await db
    .update(passkeyChallenges)
    .set({ used_at: sql`now()` })
    .where(
      and(
        eq(passkeyChallenges.hash, hash),
        eq(passkeyChallenges.user_id, userId),
        eq(passkeyChallenges.purpose, purpose),
        isNull(passkeyChallenges.used_at),
        gt(passkeyChallenges.expires_at, now),
      ),
    )
    .returning({ id: passkeyChallenges.id })
  return consumed.length > 0
}

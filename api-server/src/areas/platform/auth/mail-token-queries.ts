import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { pipelinedRead } from '../../../db/prepared.ts'
import { mailTokens, users } from '../../../db/schema/index.ts'

export async function insertMailToken(db: Db, row: typeof mailTokens.$inferInsert) {
  await db.insert(mailTokens).values(row)
}

/** Consumes a token. Only one of two concurrent calls succeeds. */
export async function consumeMailToken(db: Db, kind: typeof mailTokens.$inferSelect.kind, hash: string) {
  const [row] = await db
    .update(mailTokens)
    .set({ used_at: sql`now()` })
    .where(
      and(
        eq(mailTokens.token_hash, hash),
        eq(mailTokens.kind, kind),
        isNull(mailTokens.used_at),
        gt(mailTokens.expires_at, sql`now()`),
      ),
    )
    .returning()
  return row
}

/** The account that a token was issued for, used or not, so that a second click on an activation link can succeed. */
export async function findTokenOwner(db: Db, kind: typeof mailTokens.$inferSelect.kind, hash: string) {
  const [row] = await db
    .select({ activated_at: users.activated_at })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.user_id))
    .where(and(eq(mailTokens.token_hash, hash), eq(mailTokens.kind, kind)))
  return row
}

export async function voidMailTokens(db: Db, userId: string, kind: typeof mailTokens.$inferSelect.kind) {
  await db
    .update(mailTokens)
    .set({ used_at: sql`now()` })
    .where(and(eq(mailTokens.user_id, userId), eq(mailTokens.kind, kind), isNull(mailTokens.used_at)))
}

/** Path to open after activation, from the newest activation link. */
export async function findActivationNext(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ next: sql<string | null>`${mailTokens.data} ->> 'next'` })
    .from(mailTokens)
    .where(and(eq(mailTokens.user_id, userId), eq(mailTokens.kind, 'activation')))
    .orderBy(desc(mailTokens.created_at))
    .limit(1)
  return row?.next ?? null
}

/** New e-mail address that is not confirmed yet. */
export async function findPendingEmail(db: Db, userId: string): Promise<string | null> {
  const [row] = await pendingEmail(db, { userId })
  return row?.email ?? null
}

const pendingEmail = pipelinedRead('find_pending_email', (db) =>
  db
    .select({ email: sql<string | null>`${mailTokens.data} ->> 'email'` })
    .from(mailTokens)
    .where(
      and(
        eq(mailTokens.user_id, sql.placeholder('userId')),
        eq(mailTokens.kind, 'email_change'),
        isNull(mailTokens.used_at),
        gt(mailTokens.expires_at, sql`now()`),
      ),
    ),
)

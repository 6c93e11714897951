import { CANARY_USERNAME } from '@flagyard/api-types/canaries/admin-operations'
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import { pipelinedRead } from '../../../db/prepared.ts'
import { mailTokens, users } from '../../../db/schema/index.ts'
import { hashToken } from '../../../secrets.ts'
import { type LinkMail, nextMailAt } from './sql.ts'

type Kind = typeof mailTokens.$inferSelect.kind

/** Stores the hash of a token that is about to be mailed. `data` is what the link needs later, such as the new address. */
export async function issueMailToken(
  tx: Db,
  { token, ...row }: Omit<typeof mailTokens.$inferInsert, 'token_hash'> & { token: string },
) {
  await tx.insert(mailTokens).values({ ...row, token_hash: hashToken(token) })
}

/** Consumes a mailed token; undefined if it is unknown, used, expired or of another kind. Only one of two concurrent calls succeeds. */
export async function consumeMailToken(db: Db, kind: Kind, token: string) {
  const [row] = await db
    .update(mailTokens)
    .set({ used_at: sql`now()` })
    .where(
      and(
        eq(mailTokens.token_hash, hashToken(token)),
        eq(mailTokens.kind, kind),
        isNull(mailTokens.used_at),
        gt(mailTokens.expires_at, sql`now()`),
      ),
    )
    .returning()
  return row
}

/** The account that a token was issued for, used or not, so that a second click on an activation link can succeed. */
export async function findTokenOwner(db: Db, kind: Kind, token: string) {
  const [row] = await db
    .select({ activated_at: users.activated_at })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.user_id))
    .where(and(eq(mailTokens.token_hash, hashToken(token)), eq(mailTokens.kind, kind)))
  return row
}

/** Invalidates the account's unused links of these kinds, for example when the password or the address changes. */
export async function voidMailTokens(db: Db, userId: string, ...kinds: Kind[]) {
  await db
    .update(mailTokens)
    .set({ used_at: sql`now()` })
    .where(and(eq(mailTokens.user_id, userId), inArray(mailTokens.kind, kinds), isNull(mailTokens.used_at)))
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

/** Seconds until the next mail of this kind may be sent; null if now. The caller must lock the account, or mails are miscounted. */
export async function secondsToNextMail(tx: Db, userId: string, kind: LinkMail): Promise<number | null> {
  const [row] = await tx
    .select({
      wait: sql<number | null>`ceil(extract(epoch from ${nextMailAt(sql`${users}.id`, kind)} - now()))::int`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return row?.wait ?? null
}

/** The account under which the canary deploys labs. */
export const CANARY_ID = '00000000-0000-4000-8000-0000000ca0a1'

/** Creates the account if needed. It looks erased: disabled, without role or password, so that lists, counts and mails exclude it. */
export async function ensureCanaryAccount(tx: Tx): Promise<string> {
  const now = sql`now()`
  await tx
    .insert(users)
    .values({
      id: CANARY_ID,
      username: CANARY_USERNAME,
      email: `${CANARY_USERNAME}@canary.invalid`,
      full_name: 'Canary',
      password_hash: 'none',
      roles: [],
      activated_at: now,
      disabled_at: now,
      erased_at: now,
      email_preferences: { product: false, reminders: false, feedback: false },
    })
    .onConflictDoNothing({ target: users.id })
  return CANARY_ID
}

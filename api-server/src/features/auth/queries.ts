import { and, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import { sessions, users } from '../../db/schema/index.ts'
import type { CurrentUser } from '../../http/call.ts'
import type { AccessClaims } from './access-token.ts'

export type Account = typeof users.$inferSelect
export type SessionRow = typeof sessions.$inferSelect

/** A session unused for this long is over, and so is one this old (requirement 30). */
export const IDLE_DAYS = 14
export const SESSION_DAYS = 60
const idleSince = sql.raw(`now() - interval '${IDLE_DAYS} days'`)

/** The owner's setting whether administrators need a second factor: `required` or `optional`. */
export const ADMIN_SECOND_FACTOR = 'admin_second_factor'

/** Whether the account is an administrator without the second factor that the owner requires. */
const needsFactor = sql<boolean>`case when 'admin' = any(${users.roles}) then
  exists (select 1 from settings where key = ${ADMIN_SECOND_FACTOR} and value = '"required"'::jsonb)
  and not exists (select 1 from factors where factors.user_id = ${users.id} and factors.confirmed_at is not null)
  else false end`

/** Whether an account may do anything at all: neither disabled nor waiting for its deletion. */
const isOpen = and(isNull(users.disabled_at), isNull(users.deletion_due_at))

const isSeenLongAgo = sql`(${users.last_seen_at} is null or ${users.last_seen_at} < now() - interval '1 minute')`

const acting = {
  id: users.id,
  username: users.username,
  email: users.email,
  full_name: users.full_name,
  roles: users.roles,
  capabilities: users.capabilities,
  activated_at: users.activated_at,
  time_zone: users.time_zone,
  locale: users.locale,
  needs_factor: needsFactor,
}

/** Account, roles and session in one prepared read; null when the session ended or the account is disabled. */
export async function findCaller(db: Db, { userId, sessionId }: AccessClaims): Promise<CurrentUser | null> {
  const [row] = await caller(db).execute({ userId, sessionId })
  return (row as CurrentUser | undefined) ?? null
}

/**
 * A session by which an administrator sees as a learner holds only while they may: their own session is open and activated
 * (no code is left), they are support still, and the learner was made no administrator meanwhile.
 */
const mayLookOn = sql`(${sessions.see_as_by} is null or (${sessions.see_as_code_hash} is null and not 'admin' = any(${users.roles}) and exists (
  select 1 from users a join sessions own on own.user_id = a.id
  where a.id = ${sessions.see_as_by} and a.disabled_at is null and a.deletion_due_at is null and 'admin' = any(a.roles) and 'support' = any(a.capabilities)
    and own.id = ${sessions.see_as_session} and own.ended_at is null and own.expires_at > now()
    and own.last_used_at > ${idleSince})))`

const caller = prepared((db) =>
  db
    .select({
      ...acting,
      session_id: sessions.id,
      seen_by: sql<
        CurrentUser['seen_by']
      >`(select json_build_object('id', a.id, 'username', a.username) from users a where a.id = ${sessions.see_as_by})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        eq(users.id, sql.placeholder('userId')),
        isNull(sessions.ended_at),
        gt(sessions.expires_at, sql`now()`),
        isOpen,
        mayLookOn,
      ),
    )
    .prepare('find_caller'),
)

/** The account behind work that goes on after its request, by the measure of a request; null when it may not even sign in. */
export async function findActor(tx: Db, id: string): Promise<CurrentUser | null> {
  const [row] = await tx
    .select(acting)
    .from(users)
    .where(and(eq(users.id, id), isOpen))
  return row ? { ...row, session_id: '', seen_by: null } : null
}

/** By username, or by the e-mail address of an activated account (DOMAIN §2). */
export async function findAccountByLogin(db: Db, login: string): Promise<Account | undefined> {
  const name = login.trim().toLowerCase()
  return name.includes('@') ? findActivatedByEmail(db, name) : findByUsername(db, name)
}

export async function findByUsername(db: Db, username: string): Promise<Account | undefined> {
  const [row] = await byUsername(db).execute({ username: username.toLowerCase() })
  return row
}

const byUsername = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.username, sql.placeholder('username')))
    .prepare('find_by_username'),
)

export async function findActivatedByEmail(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await activatedByEmail(db).execute({ email: email.toLowerCase() })
  return row
}

const activatedByEmail = prepared((db) =>
  db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, sql.placeholder('email')), isNotNull(users.activated_at)))
    .prepare('find_activated_by_email'),
)

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export async function insertAccount(db: Db, row: typeof users.$inferInsert): Promise<Account> {
  const [inserted] = await db.insert(users).values(row).returning()
  if (!inserted) throw new Error('An insert returned no row')
  return inserted
}

export async function setPassword(db: Db, userId: string, password_hash: string) {
  await db
    .update(users)
    .set({ password_hash, password_changed_at: sql`now()`, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId))
}

/** Keeps the same password's newer hash, unless the password was changed meanwhile; says whether it did. */
export async function rehashPassword(db: Db, userId: string, from: string, to: string): Promise<boolean> {
  const kept = await db
    .update(users)
    .set({ password_hash: to })
    .where(and(eq(users.id, userId), eq(users.password_hash, from)))
    .returning({ id: users.id })
  return kept.length > 0
}

/** Activates the account unless it is disabled or its address was activated by another; says whether it did. */
export async function activate(db: Db, userId: string): Promise<Account | undefined> {
  const [row] = await db
    .update(users)
    .set({ activated_at: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.activated_at), isNull(users.disabled_at)))
    .returning()
  return row
}

/** The first activation of an address wins and removes its other unactivated accounts (DOMAIN §2). */
export async function removeRivals(db: Db, { id, email }: Pick<Account, 'id' | 'email'>) {
  await db
    .delete(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.activated_at), ne(users.id, id)))
}

export async function removeStaleAccounts(db: Db): Promise<number> {
  const removed = await db
    .delete(users)
    .where(and(isNull(users.activated_at), sql`${users.created_at} < now() - interval '7 days'`))
    .returning({ id: users.id })
  return removed.length
}

/** What a new session is made of. */
export type NewSession = Required<Pick<typeof sessions.$inferInsert, 'current_hash' | 'user_agent' | 'address'>> & {
  /** The account as it was when its owner was recognised. */
  account: Pick<Account, 'id' | 'password_hash'>
  expires_at: Date
  /** Whether the owner gave a second factor; an account that has one gets no session without. */
  factor: 'given' | 'none'
}

/**
 * Starts a session and marks the account as seen; null when the account was closed since it was read, its password changed, or its
 * second factor is missing. The lock makes a change of any of these wait, so that it then finds, and ends, the session. One statement,
 * since sign-ins come in crowds.
 */
export async function openSession(db: Db, { account, factor, ...session }: NewSession): Promise<string | null> {
  const opened = (await db.execute(sql`
    with held as (
      select ${users.id} from ${users}
      where ${and(eq(users.id, account.id), eq(users.password_hash, account.password_hash), isOpen)}
        and (${factor === 'given'}::boolean
          or not exists (select 1 from factors where factors.user_id = ${users.id} and factors.confirmed_at is not null))
      for no key update
    ), seen as (
      update users set last_seen_at = now() where id in (select id from held) and ${isSeenLongAgo}
    )
    insert into sessions (user_id, current_hash, expires_at, user_agent, address)
    select id, ${session.current_hash}, ${session.expires_at.toISOString()}::timestamptz, ${session.user_agent}, ${session.address} from held
    returning id`)) as unknown as { rows: { id: string }[] }
  return opened.rows[0]?.id ?? null
}

/** Rotates by compare-and-set: of any number at once with one token, exactly one gets through (faults 13–15). */
export async function rotateSession(
  db: Db,
  { id, from, to, successorSealed }: { id: string; from: string; to: string; successorSealed: string },
): Promise<SessionRow | undefined> {
  const [row] = await db
    .update(sessions)
    .set({
      current_hash: to,
      previous_hash: from,
      successor_sealed: successorSealed,
      rotated_at: sql`now()`,
      last_used_at: sql`now()`,
    })
    .where(and(eq(sessions.id, id), eq(sessions.current_hash, from), alive()))
    .returning()
  return row
}

/** Neither ended nor past its idle or its absolute lifetime (requirement 30), by the database's clock. */
export const alive = () =>
  and(isNull(sessions.ended_at), gt(sessions.expires_at, sql`now()`), gt(sessions.last_used_at, idleSince))

export async function findSession(
  db: Db,
  id: string,
): Promise<(SessionRow & { in_grace: boolean; alive: boolean }) | undefined> {
  const [row] = await db
    .select({
      session: sessions,
      in_grace: sql<boolean>`${sessions.rotated_at} > now() - interval '20 seconds'`,
      alive: sql<boolean>`${alive()}`,
    })
    .from(sessions)
    .where(eq(sessions.id, id))
  return row && { ...row.session, in_grace: row.in_grace === true, alive: row.alive === true }
}

export async function endSession(db: Db, id: string, reason: string): Promise<boolean> {
  const ended = await db
    .update(sessions)
    .set({ ended_at: sql`now()`, end_reason: reason, successor_sealed: null })
    .where(and(eq(sessions.id, id), isNull(sessions.ended_at)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

export async function endSessions(db: Db, userId: string, reason: string, except?: string) {
  await db
    .update(sessions)
    .set({ ended_at: sql`now()`, end_reason: reason, successor_sealed: null })
    .where(and(eq(sessions.user_id, userId), isNull(sessions.ended_at), except ? ne(sessions.id, except) : undefined))
}

/** Signs out many accounts at once. */
export async function endSessionsOfMany(tx: Db, userIds: string[], reason: string) {
  await tx
    .update(sessions)
    .set({ ended_at: sql`now()`, end_reason: reason, successor_sealed: null })
    .where(and(inArray(sessions.user_id, userIds), isNull(sessions.ended_at)))
}

/** Kept to the minute, so that reading does not write every time. */
export async function touchLastSeen(db: Db, userId: string) {
  await db
    .update(users)
    .set({ last_seen_at: sql`now()` })
    .where(and(eq(users.id, userId), isSeenLongAgo))
}

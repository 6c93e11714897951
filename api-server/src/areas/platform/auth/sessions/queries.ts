import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { prepared } from '../../../../db/prepared.ts'
import { sessions, users } from '../../../../db/schema/index.ts'
import { isAccountOpen, isSessionAlive } from '../../../../identity/queries.ts'
import { type Account, isLastSeenStale } from '../queries.ts'

export type SessionRow = typeof sessions.$inferSelect

export type NewSession = Required<
  Pick<typeof sessions.$inferInsert, 'id' | 'current_hash' | 'user_agent' | 'address'>
> & {
  /** The account as read when its owner was authenticated. */
  account: Pick<Account, 'id' | 'password_hash'>
  expires_at: Date
  /** Whether a second factor was verified. An account with a second factor gets no session without it. */
  factor: 'verified' | 'none'
}

/**
 * Opens a session and updates `last_seen_at`; null if the account was closed or its password changed since it was read, or if a second factor is
 * missing. The lock makes concurrent changes of these wait, so that they find and end the new session. A single statement, because sign-ins come in
 * bursts.
 */
export async function openSession(db: Db, { account, factor, ...session }: NewSession): Promise<string | null> {
  const inserted = (await db.execute(sql`
    with locked as (
      select ${users.id} from ${users}
      where ${and(eq(users.id, account.id), eq(users.password_hash, account.password_hash), isAccountOpen)}
        and (${factor === 'verified'}::boolean
          or not exists (select 1 from factors where factors.user_id = ${users.id} and factors.confirmed_at is not null))
      for no key update
    ), touched as (
      update users set last_seen_at = now() where id in (select id from locked) and ${isLastSeenStale}
    )
    insert into sessions (id, user_id, current_hash, expires_at, user_agent, address)
    select ${session.id}::uuid, id, ${session.current_hash}, ${session.expires_at.toISOString()}::timestamptz, ${session.user_agent}, ${session.address} from locked
    returning id`)) as unknown as { rows: { id: string }[] }
  return inserted.rows[0]?.id ?? null
}

/** Account fields returned with a rotated session, to inform the browser and to check that the account is still open. */
export type SessionAccount = Pick<
  Account,
  | 'id'
  | 'username'
  | 'email'
  | 'full_name'
  | 'roles'
  | 'capabilities'
  | 'activated_at'
  | 'disabled_at'
  | 'deletion_due_at'
  | 'email_preferences'
  | 'email_preferences_chosen_at'
>

/**
 * Rotates by compare-and-set: of any number of concurrent requests with one token, exactly one succeeds. The same statement reads the account and
 * updates its `last_seen_at`, unless the account row is locked. Closing an account locks it before its sessions, so waiting for the row here could
 * cause a deadlock.
 */
export async function rotateSession(
  db: Db,
  values: { id: string; from: string; to: string; successorSealed: string },
): Promise<{ session: Pick<SessionRow, 'id' | 'expires_at'>; account: SessionAccount } | undefined> {
  const [row] = await rotation(db).execute(values)
  return row
}

const rotation = prepared((db) => {
  const rotated = db.$with('rotated').as(
    db
      .update(sessions)
      .set({
        current_hash: sql`${sql.placeholder('to')}`,
        previous_hash: sql`${sql.placeholder('from')}`,
        successor_sealed: sql`${sql.placeholder('successorSealed')}`,
        rotated_at: sql`now()`,
        last_used_at: sql`now()`,
      })
      .where(
        and(
          eq(sessions.id, sql.placeholder('id')),
          eq(sessions.current_hash, sql.placeholder('from')),
          isSessionAlive(),
        ),
      )
      .returning({ id: sessions.id, user_id: sessions.user_id, expires_at: sessions.expires_at }),
  )
  const free = sql`(select ${users.id} from ${users} join ${rotated} on ${rotated.user_id} = ${users.id}
    where ${and(isAccountOpen, isLastSeenStale)} for no key update of users skip locked)`
  const touched = db
    .$with('touched')
    .as(db.update(users).set({ last_seen_at: sql`now()` }).where(inArray(users.id, free)).returning({ id: users.id }))
  return db
    .with(rotated, touched)
    .select({
      session: { id: rotated.id, expires_at: rotated.expires_at },
      account: {
        id: users.id,
        username: users.username,
        email: users.email,
        full_name: users.full_name,
        roles: users.roles,
        capabilities: users.capabilities,
        activated_at: users.activated_at,
        disabled_at: users.disabled_at,
        deletion_due_at: users.deletion_due_at,
        email_preferences: users.email_preferences,
        email_preferences_chosen_at: users.email_preferences_chosen_at,
      },
    })
    .from(rotated)
    .innerJoin(users, eq(users.id, rotated.user_id))
    .prepare('rotate_session')
})

export async function findSession(
  db: Db,
  id: string,
): Promise<(SessionRow & { in_grace: boolean; alive: boolean }) | undefined> {
  const [row] = await db
    .select({
      session: sessions,
      in_grace: sql<boolean>`${sessions.rotated_at} > now() - interval '20 seconds'`,
      alive: sql<boolean>`${isSessionAlive()}`,
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

/** Ends all sessions of one account or several, except the session `except`. `reason` is shown in the list of sessions. */
export async function endSessions(db: Db, userIds: string | string[], reason: string, except?: string) {
  const others = except ? ne(sessions.id, except) : undefined
  await db
    .update(sessions)
    .set({ ended_at: sql`now()`, end_reason: reason, successor_sealed: null })
    .where(and(inArray(sessions.user_id, [userIds].flat()), isNull(sessions.ended_at), others))
}

export async function listSessions(db: Db, userId: string) {
  return db
    .select({
      id: sessions.id,
      user_agent: sessions.user_agent,
      address: sessions.address,
      created_at: sessions.created_at,
      last_used_at: sessions.last_used_at,
      impersonated_by: sql<string | null>`(select a.username from users a where a.id = ${sessions.see_as_by})`,
    })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), isSessionAlive()))
    .orderBy(desc(sessions.last_used_at), desc(sessions.id))
    .limit(200)
}

export async function hasOpenSession(db: Db, userId: string, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.user_id, userId), isNull(sessions.ended_at)))
  return row !== undefined
}

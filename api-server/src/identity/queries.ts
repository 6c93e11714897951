import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { pipelinedRead } from '../db/prepared.ts'
import { sessions, users } from '../db/schema/index.ts'
import type { AccessClaims } from './access-token.ts'
import type { CurrentUser } from './current-user.ts'

/** Settings key: whether administrators need a second factor (`required` or `optional`). */
export const ADMIN_SECOND_FACTOR = 'admin_second_factor'

/** Account, roles and session in one prepared statement. Null if the session has ended or the account is disabled. */
export async function findCaller(db: Db, { userId, sessionId }: AccessClaims): Promise<CurrentUser | null> {
  const [row] = await caller(db, { userId, sessionId })
  return (row as CurrentUser | undefined) ?? null
}

/**
 * Whether an open request may still be answered: its session is active and the account is open. Checked before anything is sent over
 * a stream, because a stream outlives the check at its start.
 */
export const isStillSignedIn = async (db: Db, { id, session_id }: Pick<CurrentUser, 'id' | 'session_id'>) =>
  (await findCaller(db, { userId: id, sessionId: session_id })) !== null

/** The account that a job works for, with its current rights. Null if it could not sign in now. */
export async function findActor(tx: Db, id: string): Promise<CurrentUser | null> {
  const [row] = await tx
    .select(identityColumns)
    .from(users)
    .where(and(eq(users.id, id), isAccountOpen))
  return row ? { ...row, session_id: '', impersonated_by: null } : null
}

const needsFactor = sql<boolean>`case when 'admin' = any(${users.roles}) then
  exists (select 1 from settings where key = ${ADMIN_SECOND_FACTOR} and value = '"required"'::jsonb)
  and not exists (select 1 from factors where factors.user_id = ${users.id} and factors.confirmed_at is not null)
  else false end`

const identityColumns = {
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

/** Days without use after which a session ends. */
export const IDLE_DAYS = 14
/** Maximum lifetime of a session, in days. */
export const SESSION_DAYS = 60

const idleSince = sql.raw(`now() - interval '${IDLE_DAYS} days'`)

/** Not ended, and within its idle and absolute lifetime by the database's clock. */
export const isSessionAlive = () =>
  and(isNull(sessions.ended_at), gt(sessions.expires_at, sql`now()`), gt(sessions.last_used_at, idleSince))

/** Not disabled and not waiting for deletion. */
export const isAccountOpen = and(isNull(users.disabled_at), isNull(users.deletion_due_at))

/**
 * An impersonation session is valid only while the administrator could open one: their own session is open, its
 * one-time code was used, they still hold `support`, and the learner has not become an administrator.
 */
const isImpersonationValid = sql`(${sessions.see_as_by} is null or (${sessions.see_as_code_hash} is null and not 'admin' = any(${users.roles}) and exists (
  select 1 from users a join sessions own on own.user_id = a.id
  where a.id = ${sessions.see_as_by} and a.disabled_at is null and a.deletion_due_at is null and 'admin' = any(a.roles) and 'support' = any(a.capabilities)
    and own.id = ${sessions.see_as_session} and own.ended_at is null and own.expires_at > now()
    and own.last_used_at > ${idleSince})))`

const caller = pipelinedRead('find_caller', (db) =>
  db
    .select({
      ...identityColumns,
      session_id: sessions.id,
      impersonated_by: sql<
        CurrentUser['impersonated_by']
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
        isAccountOpen,
        isImpersonationValid,
      ),
    ),
)

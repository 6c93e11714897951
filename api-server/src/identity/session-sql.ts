import { and, gt, isNull, sql } from 'drizzle-orm'
import { sessions, users } from '../db/schema/index.ts'

/** Days without use after which a session ends. */
export const IDLE_DAYS = 14
/** Maximum lifetime of a session, in days. */
export const SESSION_DAYS = 60

export const idleSince = sql.raw(`now() - interval '${IDLE_DAYS} days'`)

/** Not ended, and within its idle and absolute lifetime by the database's clock. */
export const isSessionAlive = () =>
  and(isNull(sessions.ended_at), gt(sessions.expires_at, sql`now()`), gt(sessions.last_used_at, idleSince))

/** Not disabled and not waiting for deletion. */
export const isAccountOpen = and(isNull(users.disabled_at), isNull(users.deletion_due_at))

import { and, gt, isNull, sql } from 'drizzle-orm'
import { sessions, users } from '../db/schema/index.ts'

/** A session ends after this long without use, and in any case after `SESSION_DAYS`. */
export const IDLE_DAYS = 14
export const SESSION_DAYS = 60

export const idleSince = sql.raw(`now() - interval '${IDLE_DAYS} days'`)

/** Neither ended nor past its idle or its absolute lifetime, by the database's clock. */
export const isSessionAlive = () =>
  and(isNull(sessions.ended_at), gt(sessions.expires_at, sql`now()`), gt(sessions.last_used_at, idleSince))

/** Whether an account may do anything at all: neither disabled nor waiting for its deletion. */
export const isAccountOpen = and(isNull(users.disabled_at), isNull(users.deletion_due_at))

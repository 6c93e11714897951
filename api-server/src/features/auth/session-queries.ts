import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { sessions } from '../../db/schema/index.ts'
import { alive } from './queries.ts'

/** The account's sessions that still open something, the last used first. */
export async function listSessions(db: Db, userId: string) {
  return db
    .select({
      id: sessions.id,
      user_agent: sessions.user_agent,
      address: sessions.address,
      created_at: sessions.created_at,
      last_used_at: sessions.last_used_at,
      seen_by: sql<string | null>`(select a.username from users a where a.id = ${sessions.see_as_by})`,
    })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), alive()))
    .orderBy(desc(sessions.last_used_at), desc(sessions.id))
    .limit(200)
}

/** Whether the session is this account's own and not ended yet. */
export async function isOwnSession(db: Db, userId: string, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.user_id, userId), isNull(sessions.ended_at)))
  return row !== undefined
}

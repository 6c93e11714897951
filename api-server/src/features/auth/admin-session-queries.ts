import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { ListQuery } from '../../db/list.ts'
import type { Db } from '../../db/open.ts'
import { sessions } from '../../db/schema/index.ts'
import { alive } from './queries.ts'

/** One account's sessions, the newest first; those that ended too. */
export async function listSessionsOf(
  db: Db,
  userId: string,
  { filter, from, limit }: ListQuery<{ id?: string[] }, 'created_at'>,
) {
  const where = and(eq(sessions.user_id, userId), filter.id && inArray(sql`${sessions.id}::text`, filter.id))
  const data = await db
    .select({
      id: sessions.id,
      user_agent: sessions.user_agent,
      address: sessions.address,
      created_at: sessions.created_at,
      last_used_at: sessions.last_used_at,
      expires_at: sessions.expires_at,
      seen_by: sql<string | null>`(select a.username from users a where a.id = ${sessions.see_as_by})`,
      ended_at: sessions.ended_at,
      end_reason: sessions.end_reason,
      state: sql<'open' | 'ended' | 'expired'>`case when ${sessions.ended_at} is not null then 'ended'
        when ${alive()} then 'open' else 'expired' end`,
    })
    .from(sessions)
    .where(where)
    .orderBy(desc(sessions.created_at), desc(sessions.id))
    .offset(from)
    .limit(limit)
  return { data, ...(await countRows(db, sessions, where)), from }
}

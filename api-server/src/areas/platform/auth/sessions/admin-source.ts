import { sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../../db/lists/list-source.ts'
import { sessions } from '../../../../db/schema/index.ts'
import { isSessionAlive } from '../../../../identity/queries.ts'
import { deviceName } from './signed-in.ts'

export const sessionSource = {
  table: sessions,
  id: sql`${sessions.id}::text`,
  where: ({ id }) => id && isAmongUuids(sessions.id, id),
  keys: { created_at: [sql`${sessions.created_at}`, sql`${sessions.id}`] },
  read: async (db, slice) => {
    const rows = await sliceOf(
      db
        .select({
          id: sessions.id,
          user_agent: sessions.user_agent,
          address: sessions.address,
          created_at: sessions.created_at,
          last_used_at: sessions.last_used_at,
          expires_at: sessions.expires_at,
          impersonated_by: sql<string | null>`(select a.username from users a where a.id = ${sessions.see_as_by})`,
          ended_at: sessions.ended_at,
          end_reason: sessions.end_reason,
          state: sql<'open' | 'ended' | 'expired'>`case when ${sessions.ended_at} is not null then 'ended'
          when ${isSessionAlive()} then 'open' else 'expired' end`,
          // Needed to compute the permissions.
          user_id: sessions.user_id,
          roles: sql<string[]>`(select u.roles from users u where u.id = ${sessions.user_id})`,
          ...slice.cursor,
        })
        .from(sessions),
      slice,
    )
    return rows.map((row) => ({ ...row, device: deviceName(row.user_agent ?? '') }))
  },
} satisfies ListSourceOf<'listUserSessions'>

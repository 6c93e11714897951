import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { deployments, users } from '../../db/schema/index.ts'

export const countLabsOf = (db: Db, username: string) => countLabs(db, sql`${username}`)

/** How many labs of these accounts run or are being built, and how many wait for an account. `usernames` may be a subquery. */
export async function countLabs(db: Db, usernames: SQL): Promise<{ running: number; queued: number }> {
  const [row] = await db
    .select({
      running: sql<number>`(count(*) filter (where ${deployments.state} in ('provisioning', 'running')))::int`,
      queued: sql<number>`(count(*) filter (where ${deployments.state} in ('queued', 'held')))::int`,
    })
    .from(deployments)
    .where(
      and(
        sql`${deployments.user_id} in (select u.id from ${users} u where u.username in (${usernames}))`,
        inArray(deployments.state, ['queued', 'held', 'provisioning', 'running']),
      ),
    )
  return row ?? { running: 0, queued: 0 }
}

import type { Output } from '@flagyard/api-types/contract/operation'
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { deployments, users } from '../../../db/schema/index.ts'

/** Authors' test deployments count as labs. */
const isLab = sql`${deployments.kind} <> 'exam'`

export const countLabsOf = (db: Db, username: string) => countLabs(db, sql`${username}`)

/**
 * Number of these accounts' labs that run or are being built, of labs that wait for a cloud account, and of exam environments.
 * `usernames` may be a subquery.
 */
export async function countLabs(db: Db, usernames: SQL): Promise<Output<'openLabs'>> {
  const [row] = await db
    .select({
      running: sql<number>`(count(*) filter (where ${isLab} and ${deployments.state} in ('provisioning', 'running')))::int`,
      queued: sql<number>`(count(*) filter (where ${isLab} and ${deployments.state} in ('queued', 'held')))::int`,
      exams: sql<number>`(count(*) filter (where not ${isLab}))::int`,
    })
    .from(deployments)
    .where(
      and(
        sql`${deployments.user_id} in (select u.id from ${users} u where u.username in (${usernames}))`,
        inArray(deployments.state, ['queued', 'held', 'provisioning', 'running']),
      ),
    )
  return row ?? { running: 0, queued: 0, exams: 0 }
}

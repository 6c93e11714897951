import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { courses, deployments, labs, outbox, users } from '../../../db/schema/index.ts'
import { columnsOf } from '../../../db/sql.ts'
import { wantsMail } from '../../../mail/queries.ts'

export interface Unnotified {
  key: string
  state: 'held' | 'ended'
  message: string | null
  user_id: string
  email: string
  full_name: string
  lab: string
  course: string | null
}

/**
 * Deployments whose learner has yet to get a mail: held ones of learners who want reminders, and those that ended within the last hour for a reason
 * other than the learner's.
 */
export async function listUnnotified(db: Db): Promise<Unnotified[]> {
  const key: SQL<string> = sql`'deployment:' || ${deployments.id}::text || ':' || ${deployments.state} || ':' || ${deployments.misses}::text`
  const rows = await db
    .select({
      key,
      ...columnsOf(deployments, 'state', 'message'),
      user_id: users.id,
      ...columnsOf(users, 'email', 'full_name'),
      lab: labs.title,
      course: courses.slug,
    })
    .from(deployments)
    .innerJoin(users, eq(users.id, deployments.user_id))
    .innerJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(courses, eq(courses.id, deployments.course_id))
    .leftJoin(outbox, eq(outbox.dedupe_key, key))
    .where(
      and(
        isNull(outbox.id),
        // Disabled accounts could not open the link in the mail.
        isNull(users.disabled_at),
        or(
          and(eq(deployments.state, 'held'), wantsMail('reminders')),
          sql`${deployments.state} = 'ended' and ${deployments.reason} in ('failed', 'administrator', 'unclaimed', 'spend', 'abuse')
            and ${deployments.ended_at} > now() - interval '1 hour' and ${deployments.created_at} > now() - interval '7 days'`,
        ),
      ),
    )
    .limit(100)
  return rows as Unnotified[]
}

/** Labs about to end whose learners want reminders, by deployment id. Excludes labs whose whole duration is within the warning time. */
export async function listWarned(db: Db, ids: string[], minutes: number) {
  const rows = await db
    .select({
      id: deployments.id,
      key: sql<string>`'deployment:' || ${deployments.id}::text || ':warning:' || ${minutes}::text || ':' || extract(epoch from ${deployments.ends_at})::bigint`,
      user_id: users.id,
      ...columnsOf(users, 'email', 'full_name'),
      lab: labs.title,
      course: courses.slug,
      ends_at: deployments.ends_at,
      /** Whether an extension is left. */
      can_extend: sql<boolean>`${deployments.ends_at} < ${deployments.hard_deadline_at}`,
    })
    .from(deployments)
    .innerJoin(users, eq(users.id, deployments.user_id))
    .innerJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(courses, eq(courses.id, deployments.course_id))
    .where(
      and(
        inArray(deployments.id, ids),
        isNull(deployments.test),
        isNull(users.disabled_at),
        wantsMail('reminders'),
        sql`${deployments.ends_at} - ${deployments.running_at} > make_interval(mins => ${minutes}::int)`,
      ),
    )
  return new Map(rows.map((row) => [row.id, row]))
}

export type Warned = Awaited<ReturnType<typeof listWarned>> extends Map<string, infer Row> ? Row : never

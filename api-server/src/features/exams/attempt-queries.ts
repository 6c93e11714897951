import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { ListQuery } from '../../db/list.ts'
import type { Db } from '../../db/open.ts'
import { examAttempts, exams } from '../../db/schema/index.ts'

/** One account's attempts, the newest first. */
export async function listAttemptsOf(
  db: Db,
  userId: string,
  { filter, from, limit }: ListQuery<{ id?: string[] }, 'created_at'>,
) {
  const where = and(eq(examAttempts.user_id, userId), filter.id && inArray(sql`${examAttempts.id}::text`, filter.id))
  const data = await db
    .select({
      id: examAttempts.id,
      exam: exams.slug,
      title: exams.title,
      number: examAttempts.number,
      state: examAttempts.state,
      points: examAttempts.points,
      extra_points: examAttempts.extra_points,
      passing_points: exams.passing_points,
      scheduled_at: examAttempts.scheduled_at,
      started_at: examAttempts.started_at,
      decided_at: examAttempts.decided_at,
      counted: examAttempts.counted,
      created_at: examAttempts.created_at,
    })
    .from(examAttempts)
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(where)
    .orderBy(desc(examAttempts.created_at), desc(examAttempts.id))
    .offset(from)
    .limit(limit)
  return { data, ...(await countRows(db, examAttempts, where)), from }
}

import { eq, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../../../db/list-source.ts'
import { examAttempts, exams } from '../../../../db/schema/index.ts'
import { passingPoints } from '../attempts/passing-points-sql.ts'
import { isUnderReview } from '../attempts/under-review-sql.ts'

export const attemptSource = {
  table: examAttempts,
  id: sql`${examAttempts.id}::text`,
  where: ({ id }) => id && isAmongUuids(examAttempts.id, id),
  keys: { created_at: [sql`${examAttempts.created_at}`, sql`${examAttempts.id}`] },
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: examAttempts.id,
        exam: exams.slug,
        title: exams.title,
        number: examAttempts.number,
        state: examAttempts.state,
        points: examAttempts.points,
        extra_points: examAttempts.extra_points,
        passing_points: passingPoints,
        scheduled_at: examAttempts.scheduled_at,
        started_at: examAttempts.started_at,
        decided_at: examAttempts.decided_at,
        counted: examAttempts.counted,
        under_review: isUnderReview,
        created_at: examAttempts.created_at,
        ...cursor,
      })
      .from(examAttempts)
      .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listUserExams'>

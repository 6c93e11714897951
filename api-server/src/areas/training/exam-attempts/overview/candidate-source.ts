import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/db.ts'
import { isAmongUuids, type ListSourceOf } from '../../../../db/list-source.ts'
import { examAttempts, exams, users } from '../../../../db/schema/index.ts'
import { findExamBySlug } from '../../../catalogue/exams/service.ts'
import { passingPoints } from '../attempts/passing-points-sql.ts'
import { isUnderReview } from '../attempts/under-review-sql.ts'

/** Restricts the list to the exam in the path. */
export const candidatesOf = async (db: Db, { slug = '' }: Record<string, string>): Promise<SQL> =>
  eq(examAttempts.exam_id, (await findExamBySlug(db, slug)).id)

export const candidateSource = {
  table: examAttempts,
  id: sql`${examAttempts.id}::text`,
  where: ({ id, state, from, until }) =>
    and(
      id && isAmongUuids(examAttempts.id, id),
      state && eq(examAttempts.state, state),
      from === undefined ? undefined : gte(examAttempts.scheduled_at, new Date(from)),
      until === undefined ? undefined : lt(examAttempts.scheduled_at, new Date(until)),
    ),
  keys: { scheduled_at: [sql`${examAttempts.scheduled_at}`, sql`${examAttempts.id}`] },
  nulls: { scheduled_at: 'largest' },
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: examAttempts.id,
        username: users.username,
        full_name: users.full_name,
        number: examAttempts.number,
        state: examAttempts.state,
        points: examAttempts.points,
        extra_points: examAttempts.extra_points,
        passing_points: passingPoints,
        scheduled_at: examAttempts.scheduled_at,
        started_at: examAttempts.started_at,
        decided_at: examAttempts.decided_at,
        under_review: isUnderReview,
        created_at: examAttempts.created_at,
        ...cursor,
      })
      .from(examAttempts)
      .innerJoin(users, eq(users.id, examAttempts.user_id))
      .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listExamCandidates'>

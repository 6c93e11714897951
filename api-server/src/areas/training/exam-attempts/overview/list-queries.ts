import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/db.ts'
import { isAmong, isAmongUuids, type ListSourceOf, sliceOf } from '../../../../db/lists/list-source.ts'
import { contains } from '../../../../db/lists/search.ts'
import { examAttempts, exams, users } from '../../../../db/schema/index.ts'
import { columnsOf } from '../../../../db/sql.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { isUnderReview, passingPoints } from '../sql.ts'

const price = sql<{
  amount: number
  currency: string
}>`json_build_object('amount', ${exams.price_amount}, 'currency', ${exams.price_currency})`

export const examSource = {
  table: exams,
  id: sql`${exams.slug}`,
  where: matching,
  keys: {
    title: [sql`${exams.title}`, sql`${exams.slug}`],
    slug: [sql`${exams.slug}`],
    status: [sql`${exams.status}`, sql`${exams.slug}`],
    health: [sql`${exams.health_state}`, sql`${exams.slug}`],
    price: [sql`${exams.price_amount}`, sql`${exams.slug}`],
    updated_at: [sql`${exams.updated_at}`, sql`${exams.slug}`],
  },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: exams.slug,
          ...columnsOf(exams, 'slug', 'title', 'cloud', 'status'),
          price,
          duration_minutes: exams.duration_minutes,
          attempts_taken: sql<number>`(select count(*)::int from exam_attempts a
          where a.exam_id = "exams"."id" and a.started_at is not null)`,
          passed: sql<number>`(select count(*)::int from exam_attempts a where a.exam_id = "exams"."id" and a.state = 'passed')`,
          ...columnsOf(exams, 'health', 'updated_at'),
          ...slice.cursor,
        })
        .from(exams),
      slice,
    ),
} satisfies ListSourceOf<'listExamsForAdmin'>

function matching(filter: Output<'examFilter'>): SQL | undefined {
  return and(
    filter.id && isAmong(exams.slug, filter.id),
    contains(sql`${exams.slug} || ' ' || ${exams.title}`, filter.q),
    filter.status && eq(exams.status, filter.status),
    filter.cloud && eq(exams.cloud, filter.cloud),
    filter.health && eq(exams.health_state, filter.health),
  )
}

/** Restricts the list to the exam in the path. */
export const candidatesOf = async (db: Db, { slug = '' }: Record<string, string>): Promise<SQL> =>
  eq(examAttempts.exam_id, (await findExam(db, { slug })).id)

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
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: examAttempts.id,
          ...columnsOf(users, 'username', 'full_name'),
          ...columnsOf(examAttempts, 'number', 'state', 'points', 'extra_points'),
          passing_points: passingPoints,
          ...columnsOf(examAttempts, 'scheduled_at', 'started_at', 'decided_at'),
          under_review: isUnderReview,
          created_at: examAttempts.created_at,
          ...slice.cursor,
        })
        .from(examAttempts)
        .innerJoin(users, eq(users.id, examAttempts.user_id))
        .innerJoin(exams, eq(exams.id, examAttempts.exam_id)),
      slice,
    ),
} satisfies ListSourceOf<'listExamCandidates'>

export const attemptSource = {
  table: examAttempts,
  id: sql`${examAttempts.id}::text`,
  where: ({ id }) => id && isAmongUuids(examAttempts.id, id),
  keys: { created_at: [sql`${examAttempts.created_at}`, sql`${examAttempts.id}`] },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: examAttempts.id,
          exam: exams.slug,
          title: exams.title,
          ...columnsOf(examAttempts, 'number', 'state', 'points', 'extra_points'),
          passing_points: passingPoints,
          ...columnsOf(examAttempts, 'scheduled_at', 'started_at', 'decided_at', 'counted'),
          under_review: isUnderReview,
          created_at: examAttempts.created_at,
          ...slice.cursor,
        })
        .from(examAttempts)
        .innerJoin(exams, eq(exams.id, examAttempts.exam_id)),
      slice,
    ),
} satisfies ListSourceOf<'listUserExams'>

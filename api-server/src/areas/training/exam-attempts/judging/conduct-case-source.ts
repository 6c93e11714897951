import type { Output } from '@flagyard/api-types/contract/operation'
import { ANSWER_DAYS } from '@flagyard/api-types/exam-attempts/timing'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../../../db/list-source.ts'
import { conductCases, examAttempts, exams, users } from '../../../../db/schema/index.ts'

/** Conduct cases of all candidates. Evidence and answers are shown with the attempt. */
export const conductCaseSource = {
  table: conductCases,
  id: sql`${conductCases.id}::text`,
  where: ({ id, state, exam }: Output<'conductCaseFilter'>): SQL | undefined =>
    and(
      id && isAmongUuids(conductCases.id, id),
      state && eq(conductCases.state, state),
      exam === undefined ? undefined : inArray(conductCases.attempt_id, attemptsAt(exam)),
    ),
  keys: {
    state: [sql`${conductCases.state}`, sql`${conductCases.created_at}`, sql`${conductCases.id}`],
    created_at: [sql`${conductCases.created_at}`, sql`${conductCases.id}`],
  },
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: conductCases.id,
        state: conductCases.state,
        created_at: conductCases.created_at,
        answered_at: conductCases.answered_at,
        answer_until: lastAnswerAt,
        decided_at: conductCases.decided_at,
        username: users.username,
        full_name: users.full_name,
        exam: exams.slug,
        title: exams.title,
        attempt_id: examAttempts.id,
        attempt_number: examAttempts.number,
        attempt_state: examAttempts.state,
        ...cursor,
      })
      .from(conductCases)
      .innerJoin(examAttempts, eq(examAttempts.id, conductCases.attempt_id))
      .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
      .innerJoin(users, eq(users.id, examAttempts.user_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listConductCases'>

/** SQL version of `answerUntil`. */
const lastAnswerAt = sql`${conductCases.created_at} + make_interval(days => ${ANSWER_DAYS}::int)`.mapWith(
  conductCases.created_at,
)

const attemptsAt = (slug: string) => sql`(select a.id from ${examAttempts} a
  where a.exam_id = (select e.id from ${exams} e where e.slug = ${slug.toLowerCase()}))`

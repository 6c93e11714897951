import { and, desc, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  courses,
  feedbackAnswers,
  feedbackFormVersions,
  feedbackQuotes,
  feedbackResponses,
  feedbackTallies,
  users,
} from '../../../db/schema/index.ts'
import { hasId } from '../../../db/sql.ts'
import { answerSource } from './answer-queries.ts'
import { questionLabel, quotableAs } from './sql.ts'

/** Answer as in the administrators' list, if it is shown. */
export async function findShownAnswer(db: Db, id: string) {
  const where = and(answerSource.where({}), hasId(feedbackAnswers.id, id))
  const [row] = await answerSource.read(db, { where, order: [], from: 0, limit: 1, cursor: { cursor: sql`null` } })
  return row
}

/** Prevents the learner from withdrawing their consent, and from being erased, until the transaction ends. */
export async function lockResponse(tx: Db, id: string): Promise<void> {
  await tx.select({ id: feedbackResponses.id }).from(feedbackResponses).where(eq(feedbackResponses.id, id)).for('share')
}

/** Returns false if it was quoted already. */
export async function insertQuote(tx: Db, answerId: string): Promise<boolean> {
  const rows = await tx
    .insert(feedbackQuotes)
    .select(
      tx
        .select({
          id: sql`gen_random_uuid()`.as('id'),
          answer_id: feedbackAnswers.id,
          course_id: feedbackResponses.course_id,
          published_at: sql`now()`.as('published_at'),
        })
        .from(feedbackAnswers)
        .innerJoin(feedbackResponses, eq(feedbackResponses.id, feedbackAnswers.response_id))
        .where(eq(feedbackAnswers.id, answerId)),
    )
    .onConflictDoNothing()
    .returning({ id: feedbackQuotes.id })
  return rows.length > 0
}

export async function deleteQuote(tx: Db, answerId: string): Promise<boolean> {
  const rows = await tx
    .delete(feedbackQuotes)
    .where(eq(feedbackQuotes.answer_id, answerId))
    .returning({ id: feedbackQuotes.id })
  return rows.length > 0
}

/** Withdraws the learner's consent to be quoted, in one course or in all, and deletes their existing quotes. */
export async function withdrawQuotes(tx: Db, userId: string, courseId?: string): Promise<void> {
  const isMine = and(
    eq(feedbackResponses.user_id, userId),
    courseId === undefined ? undefined : eq(feedbackResponses.course_id, courseId),
    isNotNull(feedbackResponses.quote_as),
  )
  const mine = await tx
    .update(feedbackResponses)
    .set({ quote_withdrawn_at: sql`coalesce(${feedbackResponses.quote_withdrawn_at}, now())` })
    .where(isMine)
    .returning({ id: feedbackResponses.id })
  if (mine.length === 0) return
  const answers = tx
    .select({ id: feedbackAnswers.id })
    .from(feedbackAnswers)
    .where(
      inArray(
        feedbackAnswers.response_id,
        mine.map(({ id }) => id),
      ),
    )
  await tx.delete(feedbackQuotes).where(inArray(feedbackQuotes.answer_id, answers))
}

/** Maximum number of quotes on a page. */
const QUOTES = 20

/** Latest quotes of a course. Checks the consent again, so that published quotes without consent are never shown. */
export const listQuotes = (db: Db, slug: string) =>
  db
    .select({
      id: feedbackQuotes.id,
      question: questionLabel,
      text: sql<string>`${feedbackAnswers.text}`,
      quote_as: sql<'full_name' | 'initials' | 'learner'>`${quotableAs}`,
      full_name: users.full_name,
    })
    .from(feedbackQuotes)
    .innerJoin(courses, eq(courses.id, feedbackQuotes.course_id))
    .innerJoin(feedbackAnswers, eq(feedbackAnswers.id, feedbackQuotes.answer_id))
    .innerJoin(feedbackResponses, eq(feedbackResponses.id, feedbackAnswers.response_id))
    .innerJoin(users, eq(users.id, feedbackResponses.user_id))
    .where(and(eq(courses.slug, slug), isNotNull(quotableAs), isNotNull(feedbackAnswers.text)))
    .orderBy(desc(feedbackQuotes.published_at), desc(feedbackQuotes.id))
    .limit(QUOTES)

/** Latest quotes of all published courses. */
export const listNewestQuotes = (db: Db, limit: number) =>
  db
    .select({
      text: sql<string>`${feedbackAnswers.text}`,
      quote_as: sql<'full_name' | 'initials' | 'learner'>`${quotableAs}`,
      full_name: users.full_name,
      course: courses.title,
      slug: courses.slug,
    })
    .from(feedbackQuotes)
    .innerJoin(courses, eq(courses.id, feedbackQuotes.course_id))
    .innerJoin(feedbackAnswers, eq(feedbackAnswers.id, feedbackQuotes.answer_id))
    .innerJoin(feedbackResponses, eq(feedbackResponses.id, feedbackAnswers.response_id))
    .innerJoin(users, eq(users.id, feedbackResponses.user_id))
    .where(and(eq(courses.status, 'published'), isNotNull(quotableAs), isNotNull(feedbackAnswers.text)))
    .orderBy(desc(feedbackQuotes.published_at), desc(feedbackQuotes.id))
    .limit(limit)

/** Weekly scores of each recommendation question, before the current week. Latest version first, earliest week first. */
export function listRecommendations(db: Db, slug: string, thisWeek: string) {
  const asksForIt: SQL = sql`exists (select from jsonb_array_elements(${feedbackFormVersions.questions}) q
    where q ->> 'id' = ${feedbackTallies.question_id}::text and q ->> 'kind' = 'recommend')`
  return db
    .select({
      version_id: feedbackFormVersions.id,
      anonymity_threshold: feedbackFormVersions.anonymity_threshold,
      question_id: sql<string>`${feedbackTallies.question_id}`,
      week: feedbackTallies.week,
      value: feedbackTallies.value,
      count: feedbackTallies.count,
    })
    .from(feedbackTallies)
    .innerJoin(courses, eq(courses.id, feedbackTallies.course_id))
    .innerJoin(
      feedbackFormVersions,
      and(
        eq(feedbackFormVersions.form_id, feedbackTallies.form_id),
        eq(feedbackFormVersions.number, feedbackTallies.form_version),
      ),
    )
    .where(and(eq(courses.slug, slug), lt(feedbackTallies.week, thisWeek), isNotNull(feedbackTallies.value), asksForIt))
    .orderBy(desc(feedbackFormVersions.created_at), feedbackTallies.question_id, feedbackTallies.week)
}

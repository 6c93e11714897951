import type { FeedbackAnswerCreate } from '@flagyard/api-types/schemas'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  courses,
  feedbackAnswers,
  feedbackForms,
  feedbackFormVersions,
  feedbackResponses,
} from '../../../db/schema/index.ts'

import { isQuoted, quotableAs } from './quotable-sql.ts'

export async function findFormOfCourse(db: Db, slug: string) {
  const [row] = await ofCourse(db, slug)
  return row
}

/** Same as `findFormOfCourse`, with the form locked against changes and responses until the transaction ends. */
export async function lockFormOfCourse(tx: Db, slug: string) {
  const [row] = await ofCourse(tx, slug).for('no key update', { of: feedbackForms })
  return row
}

const ofCourse = (db: Db, slug: string) =>
  db
    .select({
      course_id: courses.id,
      share: courses.feedback_share,
      form_id: feedbackForms.id,
      title: feedbackForms.title,
      intro: feedbackForms.intro,
      archived_at: feedbackForms.archived_at,
    })
    .from(courses)
    .innerJoin(feedbackForms, eq(feedbackForms.id, courses.feedback_form_id))
    .where(eq(courses.slug, slug))

/** The learner's response in the course, with the form and version that they answered. */
export async function findMyResponse(db: Db, userId: string, slug: string) {
  const [row] = await db
    .select({
      id: feedbackResponses.id,
      answered_at: feedbackResponses.created_at,
      quote_as: quotableAs,
      is_quoted: isQuoted,
      share: courses.feedback_share,
      title: feedbackForms.title,
      intro: feedbackForms.intro,
      version: feedbackFormVersions,
    })
    .from(feedbackResponses)
    .innerJoin(courses, eq(courses.id, feedbackResponses.course_id))
    .innerJoin(feedbackForms, eq(feedbackForms.id, feedbackResponses.form_id))
    .innerJoin(
      feedbackFormVersions,
      and(
        eq(feedbackFormVersions.form_id, feedbackResponses.form_id),
        eq(feedbackFormVersions.number, feedbackResponses.form_version),
      ),
    )
    .where(and(eq(feedbackResponses.user_id, userId), eq(courses.slug, slug)))
  return row
}

export const answerColumns = {
  question_id: feedbackAnswers.question_id,
  rating: feedbackAnswers.rating,
  choice: feedbackAnswers.choice,
  choices: feedbackAnswers.choices,
  text: feedbackAnswers.text,
  score: feedbackAnswers.score,
}

export const listAnswers = (db: Db, responseId: string) =>
  db.select(answerColumns).from(feedbackAnswers).where(eq(feedbackAnswers.response_id, responseId))

/** Returns undefined if this learner has already responded in this course. Of several concurrent responses, one is saved. */
export async function insertResponse(
  tx: Db,
  response: typeof feedbackResponses.$inferInsert,
  answers: FeedbackAnswerCreate[],
): Promise<string | undefined> {
  const [row] = await tx
    .insert(feedbackResponses)
    .values(response)
    .onConflictDoNothing()
    .returning({ id: feedbackResponses.id })
  if (row && answers.length > 0)
    await tx.insert(feedbackAnswers).values(answers.map((answer) => ({ ...answer, response_id: row.id })))
  return row?.id
}

import type { FeedbackAnswerCreate } from '@flagyard/api-types/schemas'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  courses,
  feedbackAnswers,
  feedbackForms,
  feedbackFormVersions,
  feedbackResponses,
  feedbackTallies,
} from '../../../db/schema/index.ts'
import { isQuoted, quotableAs } from './sql.ts'

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

type Group = { course_id: string; form_id: string; form_version: number }

const addToTally = sql`on conflict on constraint feedback_tallies_once do update set count = ${feedbackTallies}.count + excluded.count`
const tally = sql`insert into ${feedbackTallies} (course_id, form_id, form_version, week, question_id, value, count)`

/**
 * Shows the waiting responses as soon as at least `threshold` of them protect each other's anonymity. Within shown responses, does
 * the same for the answers to each question. Learners who agreed to be quoted do not count towards the threshold, because their name
 * may be shown with their words. Everything shown at the same time is counted in the same week, so no query by week can separate the
 * parts of a group (docs/decisions/0049). The caller has locked the form.
 */
export async function showComplete(tx: Db, group: Group, { threshold, week }: { threshold: number; week: string }) {
  const isOfGroup = sql`r.course_id = ${group.course_id} and r.form_id = ${group.form_id} and r.form_version = ${group.form_version}`
  const own = sql`${group.course_id}::uuid, ${group.form_id}::uuid, ${group.form_version}::int, ${week}::date`
  const { rows } = (await tx.execute(sql`with waiting as (
      select r.id, r.quote_as from ${feedbackResponses} r where ${isOfGroup} and r.week is null
    ), shown as (
      update ${feedbackResponses} set week = ${week} where id in (select id from waiting)
        and (select count(*) from waiting where quote_as is null) >= ${threshold} returning id
    ) ${tally} select ${own}, null, null, count(*) from shown having count(*) > 0 ${addToTally} returning id`)) as {
    rows: unknown[]
  }
  if (rows.length === 0) return
  await tx.execute(sql`with waiting as (
      select a.id, a.question_id, r.quote_as from ${feedbackAnswers} a join ${feedbackResponses} r on r.id = a.response_id
        where a.week is null and r.week is not null and ${isOfGroup}
    ), complete as (
      select question_id from waiting group by question_id having count(*) filter (where quote_as is null) >= ${threshold}
    ), shown as (
      update ${feedbackAnswers} set week = ${week} where id in (select id from waiting join complete using (question_id))
        returning question_id, rating, score, choice, choices
    ), given as (
      select question_id, null as value from shown
      union all select question_id, coalesce(rating::text, score::text, choice) from shown where choices is null
        and coalesce(rating::text, score::text, choice) is not null
      union all select question_id, jsonb_array_elements_text(choices) from shown where choices is not null
    ) ${tally} select ${own}, question_id, value, count(*) from given group by question_id, value ${addToTally}`)
}

import { z } from 'zod'
import { count, listFilter, search, slug, time, uuid } from '../contract/fields.ts'
import { feedbackAnswer, feedbackQuestion, questionKind, quoteName } from './schemas.ts'

/**
 * Answers are shown in groups: those to a question of a version in a course appear together once there are as many as the
 * threshold says, and count in the week in which their group was complete (docs/decisions/0049). So every span of weeks holds
 * whole groups. The answers of an unfinished group are in no figure and no list.
 */

const date = z.iso.date()
/** Monday of a week, in UTC. */
const week = date

export const feedbackAnalyticsQuery = z.strictObject({
  /** A version by its form and number; without them, the latest that has responses in the course. */
  form_id: uuid.optional(),
  form_version: z.coerce.number().int().min(1).optional(),
  /** A span of days, widened to whole weeks; without an end it is open there. */
  from: date.optional(),
  until: date.optional(),
})

const figures = {
  /** How many answered. 0: no group is complete, in this span. */
  answers: count,
  /** How often each value was given, in the order of the scale or of the choices; empty for a `text`. Of a `multiple`, each choice is a share of the answers. */
  distribution: z.array(z.object({ value: z.string(), count })),
  /** Mean of a `rating`. */
  mean: z.number().nullable(),
  /** Of a `recommend`: the share of 9 and 10, less the share of 0 to 6, from −100 to 100. */
  score: z.number().nullable(),
}
const weekFigures = z.object({ week, answers: count, mean: z.number().nullable(), score: z.number().nullable() })

/** The same question in another version of the form. */
const otherVersion = z.object({
  number: z.int(),
  /** Asked in the same words, with the same choices. Otherwise there are no figures, because they would not compare. */
  same: z.boolean(),
  label: z.string(),
  ...figures,
})
const questionFigures = feedbackQuestion.extend({
  ...figures,
  /** Of a `rating` and a `recommend`: week by week; weeks without a complete group are left out. */
  trend: z.array(weekFigures),
  /** Other versions that ask this question, the latest first. */
  versions: z.array(otherVersion),
})
export type QuestionFigures = z.output<typeof questionFigures>

export const feedbackAnalytics = z.object({
  course: z.object({ slug: z.string(), title: z.string() }),
  /** Of all time and all versions: learners who reached the share of the course or answered, and those who answered. */
  reached: count,
  responses: count,
  /** Versions with responses in this course, and the one that it asks now; the latest first. */
  versions: z.array(
    z.object({
      form_id: uuid,
      title: z.string(),
      number: z.int(),
      anonymity_threshold: z.int(),
      responses: count,
      /** It is what the course asks now. */
      current: z.boolean(),
    }),
  ),
  /** What the figures are about; null where the course has no form and no responses. */
  version: z
    .object({
      form_id: uuid,
      title: z.string(),
      number: z.int(),
      anonymity_threshold: z.int(),
      /** Responses to it in complete groups, in the span. */
      shown: count,
      /** Responses to it that wait for their group to be complete, whatever the span. */
      waiting: count,
    })
    .nullable(),
  /** The whole weeks that were looked at: the first and the last Monday. Null where the span is open. */
  from_week: week.nullable(),
  until_week: week.nullable(),
  /** Responses in complete groups, week by week. */
  weeks: z.array(z.object({ week, responses: count })),
  questions: z.array(questionFigures),
})
export type FeedbackAnalytics = z.output<typeof feedbackAnalytics>

/** A course with responses, or with a form that asks for them. */
export const courseWithFeedback = z.object({
  /** The slug. */
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  status: z.string(),
  form_id: uuid.nullable(),
  form: z.string().nullable(),
  responses: count,
})
export type CourseWithFeedback = z.output<typeof courseWithFeedback>

const group = {
  course: slug.optional(),
  form_id: uuid.optional(),
  form_version: z.int().min(1).optional(),
  /** A span of days, widened to whole weeks. */
  from: date.optional(),
  until: date.optional(),
}
const origin = {
  /** Slug and title of the course. */
  course: z.string(),
  course_title: z.string(),
  form_id: uuid,
  form: z.string(),
  form_version: z.int(),
  week,
  /** Under which name the learner lets the texts be quoted on the page of the course; null: not at all. */
  quote_as: quoteName.nullable(),
}

/** A response in a complete group. Who gave it is in no answer of the server. */
export const feedbackResponseRow = z.object({ id: uuid, ...origin })
export type FeedbackResponseRow = z.output<typeof feedbackResponseRow>
export const feedbackResponseFilter = listFilter(group)

/** One answer in a complete group, in words. */
export const feedbackAnswerRow = z.object({
  id: uuid,
  response_id: uuid,
  ...origin,
  question_id: uuid,
  kind: questionKind,
  /** The question as it was asked. */
  question: z.string(),
  /** What was answered; several choices with semicolons between them. */
  answer: z.string(),
  /** Since when it is quoted on the page of the course. */
  published_at: time.nullable(),
  allowed: z.array(z.enum(['publish', 'unpublish'])),
})
export type FeedbackAnswerRow = z.output<typeof feedbackAnswerRow>
export const feedbackAnswerFilter = listFilter({
  ...group,
  question_id: uuid.optional(),
  kind: questionKind.optional(),
  may_quote: z.boolean().optional(),
  /** Found in texts alone. */
  q: search.optional(),
})

/** One response on its page, with the questions as they were asked. */
export const feedbackResponse = z.object({
  id: uuid,
  ...origin,
  anonymity_threshold: z.int(),
  questions: z.array(
    feedbackQuestion.extend({
      /** Null where nothing was answered, and where too few have answered this question yet. */
      answer: feedbackAnswer.nullable(),
    }),
  ),
})
export type FeedbackResponse = z.output<typeof feedbackResponse>

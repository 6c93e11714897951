import { z } from 'zod'
import { count, listFilter, search, slug, time, uuid } from '../contract/fields.ts'
import { feedbackAnswer, feedbackQuestion, questionKind, quoteName } from './schemas.ts'

/**
 * Answers are shown in groups. The answers to a question of a version in a course appear together once their number reaches the threshold, and count
 * in the week in which their group was completed (docs/decisions/0049). A span of weeks therefore contains only whole groups. Answers in an
 * unfinished group are not included in any figure or list.
 */

const date = z.iso.date()
/** Monday of a week, in UTC. */
const week = date

export const feedbackAnalyticsQuery = z.strictObject({
  /** Form id and version number. Default: the latest version with responses in the course. */
  form_id: uuid.optional(),
  form_version: z.coerce.number().int().min(1).optional(),
  /** A span of days, widened to whole weeks; open where no date is given. */
  from: date.optional(),
  until: date.optional(),
})

const figures = {
  /** Number of answers; 0 if the span contains no complete group. */
  answers: count,
  /** Count of each value, in the order of the scale or choices; empty for `text`. For `multiple`, each choice is a share of the answers. */
  distribution: z.array(z.object({ value: z.string(), count })),
  /** Mean of a `rating`. */
  mean: z.number().nullable(),
  /** For `recommend`: the share of 9 and 10 minus the share of 0 to 6, from −100 to 100. */
  score: z.number().nullable(),
}
const weekFigures = z.object({ week, answers: count, mean: z.number().nullable(), score: z.number().nullable() })

/** The same question in another version of the form. */
const otherVersion = z.object({
  number: z.int(),
  /** Whether the question has the same wording and choices. If not, there are no figures, because they would not be comparable. */
  same: z.boolean(),
  label: z.string(),
  ...figures,
})
const questionFigures = feedbackQuestion.extend({
  ...figures,
  /** For `rating` and `recommend`: weekly figures; weeks without a complete group are omitted. */
  trend: z.array(weekFigures),
  /** Other versions that ask this question, latest first. */
  versions: z.array(otherVersion),
})
export type QuestionFigures = z.output<typeof questionFigures>

export const feedbackAnalytics = z.object({
  course: z.object({ slug: z.string(), title: z.string() }),
  /** Over all time and all versions: learners who reached the required progress or answered, and learners who answered. */
  reached: count,
  responses: count,
  /** Versions with responses in this course and the version currently asked, latest first. */
  versions: z.array(
    z.object({
      form_id: uuid,
      title: z.string(),
      number: z.int(),
      anonymity_threshold: z.int(),
      responses: count,
      /** Whether the course currently asks this version. */
      current: z.boolean(),
    }),
  ),
  /** The version that the figures are about; null if the course has no form and no responses. */
  version: z
    .object({
      form_id: uuid,
      title: z.string(),
      number: z.int(),
      anonymity_threshold: z.int(),
      /** Responses in complete groups within the span. */
      shown: count,
      /** Responses waiting for a complete group, regardless of the span. */
      waiting: count,
    })
    .nullable(),
  /** Mondays of the first and the last whole week in the span; null where it is open. */
  from_week: week.nullable(),
  until_week: week.nullable(),
  /** Responses in complete groups, by week. */
  weeks: z.array(z.object({ week, responses: count })),
  questions: z.array(questionFigures),
})
export type FeedbackAnalytics = z.output<typeof feedbackAnalytics>

/** A course that has responses or a feedback form. */
export const courseWithFeedback = z.object({
  /** Slug. */
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
  /** Name under which the learner's texts may be quoted on the course page; null if they may not. */
  quote_as: quoteName.nullable(),
}

/** A response in a complete group. No response of the API identifies its author. */
export const feedbackResponseRow = z.object({ id: uuid, ...origin })
export type FeedbackResponseRow = z.output<typeof feedbackResponseRow>
export const feedbackResponseFilter = listFilter(group)

/** One answer in a complete group, as text. */
export const feedbackAnswerRow = z.object({
  id: uuid,
  response_id: uuid,
  ...origin,
  question_id: uuid,
  kind: questionKind,
  /** The question as asked. */
  question: z.string(),
  /** The answer; multiple choices are separated by semicolons. */
  answer: z.string(),
  /** When it was published as a quote on the course page. */
  published_at: time.nullable(),
  allowed: z.array(z.enum(['publish', 'unpublish'])),
})
export type FeedbackAnswerRow = z.output<typeof feedbackAnswerRow>
export const feedbackAnswerFilter = listFilter({
  ...group,
  question_id: uuid.optional(),
  kind: questionKind.optional(),
  may_quote: z.boolean().optional(),
  /** Searches only free-text answers. */
  q: search.optional(),
})

/** One response, with the questions as asked. */
export const feedbackResponse = z.object({
  id: uuid,
  ...origin,
  anonymity_threshold: z.int(),
  questions: z.array(
    feedbackQuestion.extend({
      /** Null if not answered, or if too few learners have answered this question. */
      answer: feedbackAnswer.nullable(),
    }),
  ),
})
export type FeedbackResponse = z.output<typeof feedbackResponse>

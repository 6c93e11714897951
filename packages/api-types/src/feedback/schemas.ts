import { z } from 'zod'
import { prose, whole } from '../contract/content-fields.ts'
import { count, line, listFilter, search, slug, text, time, uuid } from '../contract/fields.ts'

export const questionKind = z.enum(['rating', 'single', 'multiple', 'text', 'recommend'])
export type QuestionKind = z.output<typeof questionKind>

/** Maximum number of questions in a form, and of choices in a question. */
export const MAX_QUESTIONS = 100
export const MAX_CHOICES = 50

/** Fields of a form and its questions, in files and in the console. */
export const formFields = {
  title: line(200).min(1),
  intro: prose(4000),
  anonymity_threshold: whole(1000, 2),
}
export const questionFields = {
  kind: questionKind,
  label: line(500).min(1),
  choices: z.array(line(200).min(1)).max(MAX_CHOICES),
  required: z.boolean(),
}

/** A question as asked in one version of its form. */
export const feedbackQuestion = z.object({
  id: uuid,
  kind: questionKind,
  label: z.string(),
  /** For `single` and `multiple`: the available choices. */
  choices: z.array(z.string()),
  required: z.boolean(),
})
export type FeedbackQuestion = z.output<typeof feedbackQuestion>

const answerFields = {
  /** For `rating`: 1 to 5. */
  rating: z.int().min(1).max(5),
  choice: line(200).min(1),
  choices: z.array(line(200).min(1)).min(1).max(MAX_CHOICES),
  text: text(5000).refine((value) => value.trim() !== '', 'Write something, or leave the question out'),
  /** For `recommend`: 0 to 10. */
  score: z.int().min(0).max(10),
}
/** One answer, with the one field that matches its question's kind. Skipped questions are not sent. */
export const feedbackAnswerCreate = z
  .strictObject({ question_id: uuid, ...z.object(answerFields).partial().shape })
  .refine(({ question_id: _, ...given }) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    error: 'Give one answer: a rating, a choice, choices, a text or a score',
  })
export type FeedbackAnswerCreate = z.output<typeof feedbackAnswerCreate>

/** Name under which a learner's texts may be quoted on the course page: full name, initials, or no name. */
export const quoteName = z.enum(['full_name', 'initials', 'learner'])
export type QuoteName = z.output<typeof quoteName>

export const feedbackSubmitQuery = z.strictObject({
  /** Version whose questions were answered. Default: the current version. */
  version_id: uuid.optional(),
  /** Allows the texts to be quoted on the course page under this name. If omitted, quoting is not allowed. */
  quote_as: quoteName.optional(),
})

/** A stored answer: exactly one field is set, depending on the question's kind. */
export const feedbackAnswer = z.object({
  question_id: uuid,
  rating: z.int().nullable(),
  choice: z.string().nullable(),
  choices: z.array(z.string()).nullable(),
  text: z.string().nullable(),
  score: z.int().nullable(),
})
export type FeedbackAnswer = z.output<typeof feedbackAnswer>

/** `not_yet`: the required progress is not reached. `closed`: the course no longer asks for feedback. */
export const feedbackState = z.enum(['open', 'not_yet', 'answered', 'closed'])
/** The feedback form of a course for one learner: its questions, whether it can be answered now, and the learner's answers. */
export const feedbackForm = z.object({
  course: z.object({ slug: z.string(), title: z.string() }),
  state: feedbackState,
  /** Shares of the course, from 0 to 1: required before feedback is requested, and completed by the learner. */
  share: z.number(),
  completed: z.number(),
  /** Current version; after answering, the version that was answered. */
  version_id: uuid,
  title: z.string(),
  intro: z.string(),
  /** Minimum number of responses before answers are shown. */
  anonymity_threshold: z.int(),
  questions: z.array(feedbackQuestion),
  answered_at: time.nullable(),
  /** The caller's answers; empty until they are sent. */
  answers: z.array(feedbackAnswer),
  /** Name under which the caller may be quoted; null if not allowed or withdrawn. */
  quote_as: quoteName.nullable(),
  /** Whether one of the caller's texts is quoted now. */
  is_quoted: z.boolean(),
})
export type FeedbackForm = z.output<typeof feedbackForm>

export const feedbackFormAction = z.enum(['update', 'archive', 'restore', 'delete', 'duplicate'])
export const feedbackFormRow = z.object({
  id: uuid,
  /** Name used to assign the form to a course. */
  slug: z.string(),
  title: z.string(),
  questions: count,
  courses: count,
  responses: count,
  archived_at: time.nullable(),
  updated_at: time,
  version: z.int(),
  allowed: z.array(feedbackFormAction),
})
export type FeedbackFormRow = z.output<typeof feedbackFormRow>
/** Archived forms are listed only with `archived`. */
export const feedbackFormFilter = listFilter({ q: search.optional(), archived: z.boolean().optional() })

const recordQuestion = feedbackQuestion.extend({
  /** Name in content files. */
  slug: z.string(),
  /** Whether any version of it has an answer. If so, removing the question archives it. */
  answered: z.boolean(),
})
/** A form as shown to editors. */
export const feedbackFormRecord = z.object({
  id: uuid,
  slug: z.string(),
  title: z.string(),
  intro: z.string(),
  anonymity_threshold: z.int(),
  archived_at: time.nullable(),
  /** Changes with every edit; send it with `updateFeedbackForm` and `saveFormQuestions`. */
  version: z.int(),
  /** Number of the current version. */
  form_version: z.int(),
  /** Responses to the current version. If there are any, changes to the questions or the threshold create a new version. */
  version_responses: count,
  /** Responses to all versions. */
  responses: count,
  questions: z.array(recordQuestion),
  /** Courses that use the form, and the progress after which they ask. */
  courses: z.array(
    z.object({ slug: z.string(), title: z.string(), status: z.string(), feedback_share: z.number(), responses: count }),
  ),
  created_at: time,
  updated_at: time,
  allowed: z.array(feedbackFormAction),
})
export type FeedbackFormRecord = z.output<typeof feedbackFormRecord>

/** Creates a form, which requires a title; with `version`, updates the given fields. */
export const feedbackFormEdit = z
  .strictObject({
    version: z.int(),
    /** For a new form. Default: derived from the title. */
    slug,
    ...formFields,
    archived: z.boolean(),
  })
  .partial()
export type FeedbackFormEdit = z.output<typeof feedbackFormEdit>

/** Copies the questions, without responses. */
export const formCopy = z.strictObject({ title: formFields.title })

const editedQuestion = z.strictObject({
  /** If omitted, the question is new. */
  id: uuid.optional(),
  ...questionFields,
  choices: questionFields.choices.default([]),
})
/** The complete ordered list. Omitted questions are removed: archived if answered, otherwise deleted. */
export const formQuestionsEdit = z.strictObject({
  /** If omitted, the current questions are replaced unconditionally. */
  version: z.int().optional(),
  questions: z.array(editedQuestion).max(MAX_QUESTIONS, `At most ${MAX_QUESTIONS} questions`),
})
export type FormQuestionsEdit = z.output<typeof formQuestionsEdit>

export const savedFormQuestions = z.object({
  form: feedbackFormRecord,
  /** Whether a new version was created, because the previous one has responses. */
  new_version: z.boolean(),
  /** Labels of the removed questions: archived because they have answers, or deleted. */
  archived: z.array(z.string()),
  deleted: z.array(z.string()),
})

export const removedFeedbackForm = z.object({ outcome: z.enum(['deleted', 'archived']) })

/** One version of a form, with the questions as asked. */
export const feedbackFormVersion = z.object({
  id: uuid,
  number: z.int(),
  created_at: time,
  anonymity_threshold: z.int(),
  responses: count,
  questions: z.array(feedbackQuestion),
})
export type FeedbackFormVersion = z.output<typeof feedbackFormVersion>

/** Learner feedback shown on the course page. */
export const courseReviews = z.object({
  /** How likely learners are to recommend the course, from 0 to 10; null while too few have answered (docs/decisions/0049). */
  recommendation: z.object({ mean: z.number(), answers: count }).nullable(),
  /** The latest published texts, quoted with their authors' consent. */
  quotes: z.array(
    z.object({
      id: uuid,
      question: z.string(),
      text: z.string(),
      /** Null: the learner is not named. */
      name: z.string().nullable(),
    }),
  ),
})
export type CourseReviews = z.output<typeof courseReviews>

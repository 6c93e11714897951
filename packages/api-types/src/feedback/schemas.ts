import { z } from 'zod'
import { prose, whole } from '../contract/content-fields.ts'
import { count, line, listFilter, search, slug, text, time, uuid } from '../contract/fields.ts'

export const questionKind = z.enum(['rating', 'single', 'multiple', 'text', 'recommend'])
export type QuestionKind = z.output<typeof questionKind>

/** Most questions of a form, and most choices of a question. */
export const MAX_QUESTIONS = 100
export const MAX_CHOICES = 50

/** What is said about a form and its questions, in files and in the console. */
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

/** A question as one version of its form asks it. */
export const feedbackQuestion = z.object({
  id: uuid,
  kind: questionKind,
  label: z.string(),
  /** Of `single` and `multiple`: what can be chosen. */
  choices: z.array(z.string()),
  required: z.boolean(),
})
export type FeedbackQuestion = z.output<typeof feedbackQuestion>

const answerFields = {
  /** Of a `rating`: 1 to 5. */
  rating: z.int().min(1).max(5),
  /** Of a `single`. */
  choice: line(200).min(1),
  /** Of a `multiple`. */
  choices: z.array(line(200).min(1)).min(1).max(MAX_CHOICES),
  text: text(5000).refine((value) => value.trim() !== '', 'Write something, or leave the question out'),
  /** Of a `recommend`: 0 to 10. */
  score: z.int().min(0).max(10),
}
/** One answer, with the one field that its question's kind takes. A question that is left out is not sent. */
export const feedbackAnswerCreate = z
  .strictObject({ question_id: uuid, ...z.object(answerFields).partial().shape })
  .refine(({ question_id: _, ...given }) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    error: 'Give one answer: a rating, a choice, choices, a text or a score',
  })
export type FeedbackAnswerCreate = z.output<typeof feedbackAnswerCreate>

/** Under which name a learner lets their texts be quoted on the page of the course: their own, its initials, or none. */
export const quoteName = z.enum(['full_name', 'initials', 'learner'])
export type QuoteName = z.output<typeof quoteName>

export const feedbackSubmitQuery = z.strictObject({
  /** The version whose questions were answered; without it, the one that is asked now. */
  version_id: uuid.optional(),
  /** The texts may be quoted on the page of the course, under this name; without it they may not. */
  quote_as: quoteName.optional(),
})

/** An answer as it was given: one of the fields is not null, and which one the question's kind says. */
export const feedbackAnswer = z.object({
  question_id: uuid,
  rating: z.int().nullable(),
  choice: z.string().nullable(),
  choices: z.array(z.string()).nullable(),
  text: z.string().nullable(),
  score: z.int().nullable(),
})
export type FeedbackAnswer = z.output<typeof feedbackAnswer>

/** `not_yet`: the share of the course is not reached. `closed`: nobody is asked any more. */
export const feedbackState = z.enum(['open', 'not_yet', 'answered', 'closed'])
/** The form of a course for one learner: what is asked, whether it can be answered now, and what was answered. */
export const feedbackForm = z.object({
  course: z.object({ slug: z.string(), title: z.string() }),
  state: feedbackState,
  /** Parts of the course, from 0 to 1: after which feedback is asked for, and what the learner has completed. */
  share: z.number(),
  completed: z.number(),
  /** The version that is asked; once answered, the one that was. */
  version_id: uuid,
  title: z.string(),
  intro: z.string(),
  /** Answers are read only among at least this many. */
  anonymity_threshold: z.int(),
  questions: z.array(feedbackQuestion),
  answered_at: time.nullable(),
  /** My own answers; empty until I have sent them. */
  answers: z.array(feedbackAnswer),
  /** Under which name I may be quoted; null when I did not allow it, or withdrew it. */
  quote_as: quoteName.nullable(),
  /** Something I wrote is quoted now. */
  is_quoted: z.boolean(),
})
export type FeedbackForm = z.output<typeof feedbackForm>

export const feedbackFormAction = z.enum(['update', 'archive', 'restore', 'delete', 'duplicate'])
export const feedbackFormRow = z.object({
  id: uuid,
  /** By which courses name it. */
  slug: z.string(),
  title: z.string(),
  questions: count,
  courses: count,
  responses: count,
  archived_at: time.nullable(),
  updated_at: time,
  version: z.int(),
  /** Actions that the caller may do now. */
  allowed: z.array(feedbackFormAction),
})
export type FeedbackFormRow = z.output<typeof feedbackFormRow>
/** Archived forms are listed only when the filter asks for them. */
export const feedbackFormFilter = listFilter({ q: search.optional(), archived: z.boolean().optional() })

const recordQuestion = feedbackQuestion.extend({
  /** Its name in files of content. */
  slug: z.string(),
  /** Somebody has answered it, in any version: once removed, it is kept for its answers. */
  answered: z.boolean(),
})
/** A form as its editors read it. */
export const feedbackFormRecord = z.object({
  id: uuid,
  slug: z.string(),
  title: z.string(),
  intro: z.string(),
  anonymity_threshold: z.int(),
  archived_at: time.nullable(),
  /** Changes with every edit; `updateFeedbackForm` and `saveFormQuestions` name it. */
  version: z.int(),
  /** Number of the version that is asked now. */
  form_version: z.int(),
  /** Responses to that version. With one or more, changed questions or another threshold become a new version. */
  version_responses: count,
  /** Responses to all versions. */
  responses: count,
  questions: z.array(recordQuestion),
  /** Courses that ask with it, and after which share. */
  courses: z.array(
    z.object({ slug: z.string(), title: z.string(), status: z.string(), feedback_share: z.number(), responses: count }),
  ),
  created_at: time,
  updated_at: time,
  /** Actions that the caller may do now. A form with responses is archived, not deleted; one that courses use is not deleted either. */
  allowed: z.array(feedbackFormAction),
})
export type FeedbackFormRecord = z.output<typeof feedbackFormRecord>

/** To create a form, which needs a title; or to change what is named, with `version`. */
export const feedbackFormEdit = z
  .strictObject({
    version: z.int(),
    /** Of a new form; without it, made from the title. */
    slug,
    ...formFields,
    archived: z.boolean(),
  })
  .partial()
export type FeedbackFormEdit = z.output<typeof feedbackFormEdit>

/** A copy with the same questions, without responses. */
export const formCopy = z.strictObject({ title: formFields.title })

const editedQuestion = z.strictObject({
  /** Without it, the question is a new one. */
  id: uuid.optional(),
  ...questionFields,
  choices: questionFields.choices.default([]),
})
/** The whole ordered list. What is left out leaves the form: archived where somebody has answered it. */
export const formQuestionsEdit = z.strictObject({
  /** Without it, the questions as they are now are replaced. */
  version: z.int().optional(),
  questions: z.array(editedQuestion).max(MAX_QUESTIONS, `At most ${MAX_QUESTIONS} questions`),
})
export type FormQuestionsEdit = z.output<typeof formQuestionsEdit>

export const savedFormQuestions = z.object({
  form: feedbackFormRecord,
  /** The questions became a new version, because the one before has responses. */
  new_version: z.boolean(),
  /** Labels of questions that left the form: kept for their answers, or gone. */
  archived: z.array(z.string()),
  deleted: z.array(z.string()),
})

/** What became of a form that was to be deleted. */
export const removedFeedbackForm = z.object({ outcome: z.enum(['deleted', 'archived']) })

/** One version of a form: the questions as they were asked. */
export const feedbackFormVersion = z.object({
  id: uuid,
  number: z.int(),
  created_at: time,
  anonymity_threshold: z.int(),
  responses: count,
  questions: z.array(feedbackQuestion),
})
export type FeedbackFormVersion = z.output<typeof feedbackFormVersion>

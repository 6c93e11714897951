import type { FeedbackQuestion, QuoteName } from '@flagyard/api-types/schemas'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { personal, told } from '../duties.ts'
import { FOR_EVER, type Retention } from '../retention.ts'
import { createdAt, id, instant, ownSlug, version, words } from './columns.ts'
import { courses } from './courses.ts'
import { users } from './users.ts'

export const feedbackForms = pgTable(
  'feedback_forms',
  {
    id: id(),
    /** Name in content files. */
    slug: ownSlug(),
    title: text().notNull(),
    intro: text().notNull().default(''),
    /** Answers of groups smaller than this are hidden. */
    anonymity_threshold: integer().notNull().default(3),
    archived_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('feedback_forms_slug').on(t.slug),
    index('feedback_forms_title').on(t.title, t.id),
    index('feedback_forms_updated_at').on(t.updated_at, t.id),
    index('feedback_forms_search').using('gin', sql`search_fold(${t.title}) gin_trgm_ops`),
  ],
)

export const feedbackQuestions = pgTable(
  'feedback_questions',
  {
    id: id(),
    form_id: uuid()
      .notNull()
      .references(() => feedbackForms.id, { onDelete: 'cascade' }),
    /** Name in content files. */
    slug: ownSlug(),
    position: integer().notNull(),
    kind: text().$type<'rating' | 'single' | 'multiple' | 'text' | 'recommend'>().notNull(),
    label: text().notNull(),
    choices: words(),
    required: boolean().notNull().default(false),
    archived_at: instant(),
  },
  (t) => [
    index('feedback_questions_form').on(t.form_id, t.position),
    uniqueIndex('feedback_questions_slug').on(t.form_id, t.slug),
  ],
)

/**
 * Questions of a form as asked, with the anonymity threshold promised to learners. The latest version is the current one. After its first response it
 * is frozen, and changes create the next version.
 */
export const feedbackFormVersions = pgTable(
  'feedback_form_versions',
  {
    id: id(),
    form_id: uuid()
      .notNull()
      .references(() => feedbackForms.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    anonymity_threshold: integer().notNull(),
    questions: jsonb().$type<FeedbackQuestion[]>().notNull(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('feedback_form_versions_number').on(t.form_id, t.number)],
)

/**
 * Monday of the week in which the group of a response or answer was completed; it is shown and counted from then on. Null while there are too few
 * others to be shown with it.
 */
const shownWeek = () => date({ mode: 'string' })

export const feedbackResponses = pgTable(
  'feedback_responses',
  {
    id: id(),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    course_id: uuid()
      .notNull()
      .references(() => courses.id),
    form_id: uuid()
      .notNull()
      .references(() => feedbackForms.id),
    form_version: integer().notNull(),
    /** Name under which the texts may be quoted on the course page; null if the learner did not allow it. Never changed. */
    quote_as: text().$type<QuoteName>(),
    /** When the learner withdrew consent to be quoted. */
    quote_withdrawn_at: instant(),
    week: shownWeek(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('feedback_responses_once').on(t.user_id, t.course_id),
    index('feedback_responses_waiting').on(t.course_id, t.form_id, t.form_version).where(sql`${t.week} is null`),
    index('feedback_responses_week').on(t.week, t.id).where(sql`${t.week} is not null`),
    index('feedback_responses_course').on(t.course_id, t.week, t.id),
    index('feedback_responses_form').on(t.form_id, t.form_version, t.week, t.id),
    check('feedback_responses_withdrawn', sql`${t.quote_withdrawn_at} is null or ${t.quote_as} is not null`),
    index('feedback_responses_erased').on(t.course_id).where(sql`${t.user_id} is null`),
  ],
)

const counted = 'it still counts, linked to nobody'
export const feedbackResponsesDuties = personal(feedbackResponses, {
  of: feedbackResponses.user_id,
  as: 'responses',
  order: feedbackResponses.created_at,
  last: { course: told(feedbackResponses.course_id, courses.slug) },
  kept: {
    [counted]: { exported: 'id created_at', named: 'course_id', ours: 'form_id form_version week' },
    'whom its group hides does not change': { exported: 'quote_as' },
    'nobody quotes it any more': { exported: 'quote_withdrawn_at' },
  },
  cleared: { ours: 'user_id' },
})

export const feedbackAnswers = pgTable(
  'feedback_answers',
  {
    id: id(),
    response_id: uuid()
      .notNull()
      .references(() => feedbackResponses.id, { onDelete: 'cascade' }),
    /** A question of the answered version, which is retained even if the form changes. */
    question_id: uuid().notNull(),
    rating: integer(),
    choice: text(),
    choices: jsonb().$type<string[]>(),
    text: text(),
    score: integer(),
    week: shownWeek(),
  },
  (t) => [
    uniqueIndex('feedback_answers_once').on(t.response_id, t.question_id),
    index('feedback_answers_question').on(t.question_id, t.week),
    index('feedback_answers_waiting').on(t.question_id).where(sql`${t.week} is null`),
    index('feedback_answers_week').on(t.week, t.id).where(sql`${t.week} is not null`),
    index('feedback_answers_search')
      .using('gin', sql`search_fold(${t.text}) gin_trgm_ops`)
      .where(sql`${t.text} is not null`),
  ],
)

export const feedbackAnswersDuties = personal(feedbackAnswers, {
  kept: {
    [counted]: {
      exported: 'response_id rating choice choices text score',
      ours: 'id week',
      'told by its words': 'question_id',
    },
  },
})

/** Texts that an administrator published on the course page. Deleted when the learner withdraws consent. */
export const feedbackQuotes = pgTable(
  'feedback_quotes',
  {
    id: id(),
    answer_id: uuid()
      .notNull()
      .references(() => feedbackAnswers.id, { onDelete: 'cascade' }),
    course_id: uuid()
      .notNull()
      .references(() => courses.id),
    published_at: createdAt(),
  },
  (t) => [
    uniqueIndex('feedback_quotes_once').on(t.answer_id),
    index('feedback_quotes_course').on(t.course_id, t.published_at, t.id),
  ],
)

export const feedbackQuotesDuties = personal(feedbackQuotes, {
  deleted: {
    exported: 'published_at',
    ours: 'id',
    'told by the words of its question': 'answer_id',
    named: 'course_id',
  },
})

/** Totals of the shown responses and answers, maintained by the transaction that shows them. */
export const feedbackTallies = pgTable(
  'feedback_tallies',
  {
    id: id(),
    course_id: uuid()
      .notNull()
      .references(() => courses.id),
    form_id: uuid()
      .notNull()
      .references(() => feedbackForms.id, { onDelete: 'cascade' }),
    form_version: integer().notNull(),
    /** Null for response counts. */
    question_id: uuid(),
    week: date({ mode: 'string' }).notNull(),
    /** Null for the total of answers to the question, or of responses. */
    value: text(),
    count: integer().notNull(),
  },
  (t) => [
    index('feedback_tallies_week').on(t.week),
    unique('feedback_tallies_once')
      .on(t.course_id, t.form_id, t.form_version, t.question_id, t.week, t.value)
      .nullsNotDistinct(),
  ],
)

export const feedbackRetention: readonly Retention[] = [
  {
    name: 'feedback',
    what: 'Your feedback, linked to nobody once your account is gone',
    why: 'It still counts.',
    tables: [feedbackResponses, feedbackAnswers],
    ...FOR_EVER,
  },
  {
    name: 'feedback quotes',
    what: 'That something you wrote in feedback is quoted on the page of its course',
    why: 'You allowed it. It goes when you withdraw that, and with your account.',
    tables: [feedbackQuotes],
    ...FOR_EVER,
  },
]

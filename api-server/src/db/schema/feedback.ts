import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, ownSlug, version, words } from './columns.ts'
import { courses } from './courses.ts'
import { users } from './users.ts'

export const feedbackForms = pgTable(
  'feedback_forms',
  {
    id: id(),
    /** Its name in files of content. */
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
    /** Its name in files of content. */
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
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('feedback_responses_once').on(t.user_id, t.course_id),
    index('feedback_responses_course').on(t.course_id, t.created_at),
    index('feedback_responses_form').on(t.form_id),
  ],
)

export const feedbackAnswers = pgTable(
  'feedback_answers',
  {
    id: id(),
    response_id: uuid()
      .notNull()
      .references(() => feedbackResponses.id, { onDelete: 'cascade' }),
    question_id: uuid()
      .notNull()
      .references(() => feedbackQuestions.id),
    rating: integer(),
    choice: text(),
    choices: jsonb().$type<string[]>(),
    text: text(),
    score: integer(),
  },
  (t) => [
    uniqueIndex('feedback_answers_once').on(t.response_id, t.question_id),
    index('feedback_answers_question').on(t.question_id),
  ],
)

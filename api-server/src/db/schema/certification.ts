import type { JsonWebKey } from 'node:crypto'
import type { FeedbackQuestion, QuoteName } from '@flagyard/api-types/schemas'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { lookup, personal } from '../duties.ts'
import { FOR_EVER, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { createdAt, id, instant, ownSlug, version, words } from './columns.ts'
import { courses } from './courses.ts'
import { examAttempts, exams } from './exams.ts'
import { users } from './users.ts'

/** A snapshot taken at issue. The printed content only changes through a new version. */
export const certificates = pgTable(
  'certificates',
  {
    /** Public and unguessable: at least 128 bits. */
    id: text().primaryKey(),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    course_id: uuid().references(() => courses.id),
    exam_id: uuid().references(() => exams.id),
    /** The attempt that passed. Null for courses, and for certificates issued before attempts were recorded. */
    attempt_id: uuid().references(() => examAttempts.id, { onDelete: 'set null' }),
    type: text().$type<'required' | 'commercial' | 'arte'>().notNull(),
    version: integer().notNull().default(1),
    name: text().notNull(),
    title: text().notNull(),
    company: text(),
    points: integer(),
    hours: doublePrecision(),
    outcomes: words(),
    issued_at: createdAt(),
    valid_until: instant(),
    revoked_at: instant(),
    withdrawn_at: instant(),
    reason: text(),
    /** When a newer certificate replaced it before or after its expiry. */
    renewed_at: instant(),
    /** Set while the holder hides the name, or the points, on everything that is public. */
    name_hidden_at: instant(),
    points_hidden_at: instant(),
    /** Number of badge re-issues; null for none. Badges of earlier issues are revoked. */
    badge_issue: integer(),
  },
  (t) => [
    // A revoked or renewed certificate is not deleted. Another passed attempt earns its own certificate, and no attempt earns two.
    uniqueIndex('certificates_current')
      .on(t.user_id, t.course_id, t.type)
      .where(sql`${t.withdrawn_at} is null and ${t.revoked_at} is null and ${t.renewed_at} is null`),
    uniqueIndex('certificates_attempt').on(t.attempt_id, t.type).where(sql`${t.withdrawn_at} is null`),
    index('certificates_user').on(t.user_id),
    index('certificates_issued_at').on(t.issued_at, t.id),
    index('certificates_valid_until').on(t.valid_until, t.id),
    index('certificates_name').on(t.name, t.id),
    index('certificates_title').on(t.title, t.id),
    index('certificates_type').on(t.type, t.id),
    index('certificates_course').on(t.course_id, t.issued_at, t.id),
    index('certificates_exam').on(t.exam_id, t.issued_at, t.id),
    index('certificates_ended')
      .on(t.issued_at, t.id)
      .where(sql`${t.withdrawn_at} is not null or ${t.revoked_at} is not null`),
    index('certificates_search').using(
      'gin',
      sql`search_fold(${t.id} || ' ' || ${t.name} || ' ' || ${t.title}) gin_trgm_ops`,
    ),
  ],
)

const page = 'its public page still says what it was, and that it was withdrawn'
export const certificatesDuties = personal(certificates, {
  of: certificates.user_id,
  as: 'certificates',
  order: certificates.issued_at,
  retained: {
    [page]: {
      exported: [
        'id type version title points hours outcomes issued_at valid_until revoked_at withdrawn_at renewed_at',
        'name_hidden_at points_hidden_at',
      ],
      ours: 'course_id exam_id badge_issue',
    },
  },
  cleared: { ours: 'user_id attempt_id' },
  replaced: { exported: 'name company reason' },
})

export const certificateVersions = pgTable(
  'certificate_versions',
  {
    certificate_id: text()
      .notNull()
      .references(() => certificates.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    snapshot: jsonb().notNull(),
    reason: text(),
    actor_id: uuid(),
    at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.certificate_id, t.version] })],
)

export const certificateVersionsDuties = personal(certificateVersions, {
  deleted: {
    'its content before the correction': 'certificate_id version snapshot reason at',
    administrator: 'actor_id',
  },
})

/** Corrections requested by learners. Accepting one creates a new version; refusing one requires a reason. */
export const certificateCorrections = pgTable(
  'certificate_corrections',
  {
    id: id(),
    certificate_id: text()
      .notNull()
      .references(() => certificates.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Printed name at the time of the request. */
    printed: text().notNull(),
    reason: text().notNull(),
    state: text().$type<'open' | 'accepted' | 'refused'>().notNull().default('open'),
    answer: text(),
    decided_by: uuid(),
    decided_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    // One open request per certificate, even after a double click.
    uniqueIndex('certificate_corrections_open').on(t.certificate_id).where(sql`${t.state} = 'open'`),
    index('certificate_corrections_certificate').on(t.certificate_id, t.created_at),
    index('certificate_corrections_user').on(t.user_id, t.created_at, t.id),
    index('certificate_corrections_search').using(
      'gin',
      sql`search_fold(${t.name} || ' ' || ${t.printed}) gin_trgm_ops`,
    ),
    index('certificate_corrections_state').on(t.state, t.created_at, t.id),
    index('certificate_corrections_created').on(t.created_at, t.id),
  ],
)

export const certificateCorrectionsDuties = personal(certificateCorrections, {
  of: certificateCorrections.user_id,
  as: 'corrections',
  order: certificateCorrections.created_at,
  deleted: {
    exported: 'certificate_id name printed reason state answer decided_at created_at',
    ours: 'id user_id',
    administrator: 'decided_by',
  },
})

/** Keys that sign badges. Private keys are sealed; the public keys of retired ones stay published, so that old badges can be verified. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    id: text().primaryKey(),
    /** PUBLIC_URL when the key was created. Badges name their issuer by it, also after a move. */
    origin: text().notNull().default(''),
    algorithm: text().notNull(),
    public_jwk: jsonb().$type<JsonWebKey>().notNull(),
    private_sealed: text().notNull(),
    created_at: createdAt(),
    retired_at: instant(),
  },
  (t) => [uniqueIndex('signing_keys_active').on(t.origin).where(sql`${t.retired_at} is null`)],
)

/** Positions of badges in the public status lists. Random, so that a position says nothing about its badge. Never reused. */
export const badgePositions = pgTable(
  'badge_positions',
  {
    list: integer().notNull(),
    position: integer().notNull(),
    certificate_id: text()
      .notNull()
      .references(() => certificates.id, { onDelete: 'cascade' }),
    /** Hash of the name in the badge. A badge with an earlier name is revoked. */
    name_hash: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.list, t.position] }),
    uniqueIndex('badge_positions_badge').on(t.certificate_id, t.name_hash),
  ],
)

export const badgePositionsDuties = personal(badgePositions, {
  retained: {
    'badges that were downloaded refer to it': { ours: 'list position certificate_id name_hash created_at' },
  },
})

/** Number of times that a certificate was read in a month, by anyone. Says nothing about the reader. */
export const certificateChecks = pgTable(
  'certificate_checks',
  {
    certificate_id: text()
      .notNull()
      .references(() => certificates.id, { onDelete: 'cascade' }),
    month: date({ mode: 'string' }).notNull(),
    kind: text().$type<CheckKind>().notNull(),
    count: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.certificate_id, t.month, t.kind] })],
)

/** `page`: someone opened its public page. `status`: a program asked for its state. `badge`: a badge file was downloaded. */
export type CheckKind = 'page' | 'status' | 'badge'

export const certificateChecksDuties = personal(certificateChecks, {
  retained: { 'a count, without a link to a person who checked': { ours: 'certificate_id month kind count' } },
})

export const certificateRetention: readonly Retention[] = [
  {
    name: 'certificates',
    what: 'Certificates and their pages',
    why: 'So that anyone can check them. Your name goes with your account, unless you choose to leave it.',
    tables: [certificates, certificateVersions, badgePositions, certificateChecks],
    ...FOR_EVER,
  },
  {
    name: 'certificate-corrections',
    what: 'Requests to correct a certificate, and our answers',
    why: 'To explain the content of a certificate.',
    tables: [certificateCorrections],
    ...WHILE_ACCOUNT,
  },
]

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

const counted = 'still counted, without a link to a person'
export const feedbackResponsesDuties = personal(feedbackResponses, {
  of: feedbackResponses.user_id,
  as: 'responses',
  order: feedbackResponses.created_at,
  last: { course: lookup(feedbackResponses.course_id, courses.slug) },
  retained: {
    [counted]: { exported: 'id created_at', named: 'course_id', ours: 'form_id form_version week' },
    'the members of its anonymity group do not change': { exported: 'quote_as' },
    'no longer quoted': { exported: 'quote_withdrawn_at' },
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
  retained: {
    [counted]: {
      exported: 'response_id rating choice choices text score',
      ours: 'id week',
      'shown by its text': 'question_id',
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
    index('feedback_quotes_newest').on(t.published_at, t.id),
  ],
)

export const feedbackQuotesDuties = personal(feedbackQuotes, {
  deleted: {
    exported: 'published_at',
    ours: 'id',
    'shown by the text of its question': 'answer_id',
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
    what: 'Your feedback; it is anonymous after your account is deleted',
    why: 'To keep the course statistics correct.',
    tables: [feedbackResponses, feedbackAnswers],
    ...FOR_EVER,
  },
  {
    name: 'feedback quotes',
    what: 'Quotes of your feedback on course pages',
    why: 'You consented. They are removed when you withdraw consent or delete your account.',
    tables: [feedbackQuotes],
    ...FOR_EVER,
  },
]

import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
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
import { deletedAfter, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { createdAt, id, instant, ownSlug, version } from './columns.ts'
import { courses, lessons } from './courses.ts'
import { deployments } from './deployments.ts'
import { examAttempts, exams } from './exams.ts'
import { labs } from './labs.ts'
import { users } from './users.ts'

/** Days after its deployment for which a flag is recognised when another learner submits it. */
export const FINDABLE_DAYS = 90

export const flags = pgTable(
  'flags',
  {
    id: id(),
    lab_id: uuid().references(() => labs.id, { onDelete: 'cascade' }),
    exam_id: uuid().references(() => exams.id, { onDelete: 'cascade' }),
    /** Name in content files. */
    slug: ownSlug(),
    position: integer().notNull(),
    title: text().notNull(),
    question: text().notNull(),
    type: text().$type<'NOFLAG' | 'STATIC' | 'DYNAMIC'>().notNull(),
    points: integer().notNull().default(0),
    /** A lab lesson is complete when its required flags are solved. */
    required: boolean().notNull().default(true),
    hint: text(),
    hint_cost: integer(),
    walkthrough: text(),
    /** STATIC: the secret, the same for everyone. DYNAMIC: the module variable that receives the derived value. */
    secret: text(),
    archived_at: instant(),
  },
  (t) => [
    index('flags_lab').on(t.lab_id, t.position),
    index('flags_exam').on(t.exam_id, t.position),
    uniqueIndex('flags_lab_slug').on(t.lab_id, t.slug),
    uniqueIndex('flags_exam_slug').on(t.exam_id, t.slug),
    check('flags_owner', sql`(${t.lab_id} is null) <> (${t.exam_id} is null)`),
  ],
)

/** Every attempt, correct or not. */
export const flagTries = pgTable(
  'flag_tries',
  {
    id: id(),
    flag_id: uuid()
      .notNull()
      .references(() => flags.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    attempt_id: uuid().references(() => examAttempts.id, { onDelete: 'cascade' }),
    deployment_id: uuid(),
    value: text().notNull(),
    correct: boolean().notNull(),
    /** Submitted after exam time ran out. Recorded as evidence, but does not count. */
    late: boolean().notNull().default(false),
    at: createdAt(),
  },
  (t) => [
    index('flag_tries_flag').on(t.user_id, t.flag_id, t.at),
    index('flag_tries_attempt').on(t.attempt_id).where(sql`${t.attempt_id} is not null`),
    index('flag_tries_time').on(t.at),
    index('flag_tries_learners').on(t.flag_id, t.user_id),
  ],
)

export const flagTriesDuties = personal(flagTries, {
  of: flagTries.user_id,
  as: 'tries',
  order: flagTries.at,
  first: { flag: lookup(flagTries.flag_id, flags.title) },
  deleted: {
    exported: 'correct late at',
    ours: 'id user_id attempt_id deployment_id',
    named: 'flag_id',
    'the submitted value may be a flag: a secret of its lab, or of another learner': 'value',
  },
})

export const flagSolves = pgTable(
  'flag_solves',
  {
    id: id(),
    flag_id: uuid()
      .notNull()
      .references(() => flags.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In an exam, a flag is solved once per attempt; in a lab, once ever. */
    attempt_id: uuid().references(() => examAttempts.id, { onDelete: 'cascade' }),
    deployment_id: uuid(),
    points: integer().notNull(),
    solved_at: createdAt(),
  },
  (t) => [
    uniqueIndex('flag_solves_lab').on(t.user_id, t.flag_id).where(sql`${t.attempt_id} is null`),
    uniqueIndex('flag_solves_exam').on(t.attempt_id, t.flag_id).where(sql`${t.attempt_id} is not null`),
    index('flag_solves_flag').on(t.flag_id),
    index('flag_solves_user').on(t.user_id, t.solved_at),
    index('flag_solves_solved_at').on(t.solved_at, t.user_id),
  ],
)

export const flagSolvesDuties = personal(flagSolves, {
  of: flagSolves.user_id,
  as: 'solved',
  order: flagSolves.solved_at,
  first: { flag: lookup(flagSolves.flag_id, flags.title) },
  deleted: { exported: 'points solved_at', ours: 'id user_id attempt_id deployment_id', named: 'flag_id' },
})

export const flagHints = pgTable(
  'flag_hints',
  {
    flag_id: uuid()
      .notNull()
      .references(() => flags.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    cost: integer().notNull(),
    taken_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.flag_id, t.user_id] })],
)

export const flagHintsDuties = personal(flagHints, {
  of: flagHints.user_id,
  as: 'hints',
  first: { flag: lookup(flagHints.flag_id, flags.title) },
  deleted: { exported: 'cost taken_at', named: 'flag_id', ours: 'user_id' },
})

/** Keyed hashes of the dynamic flags of a deployment, to detect them when another learner submits one. The flags cannot be computed from the hashes. */
export const plantedFlags = pgTable(
  'planted_flags',
  {
    deployment_id: uuid()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    flag_id: uuid()
      .notNull()
      .references(() => flags.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fingerprint: text().notNull(),
    planted_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.deployment_id, t.flag_id] }),
    index('planted_flags_fingerprint').on(t.fingerprint),
    index('planted_flags_flag').on(t.flag_id),
    index('planted_flags_user').on(t.user_id),
    index('planted_flags_at').on(t.planted_at),
  ],
)

export const plantedFlagsDuties = personal(plantedFlags, {
  of: plantedFlags.user_id,
  deleted: {
    'used to recognise a flag: contains no further data about the person':
      'deployment_id flag_id user_id fingerprint planted_at',
  },
})

export type FlagAlertState = 'open' | 'dismissed' | 'confirmed'

/** A learner submitted another learner's dynamic flag: raised to administrators with the evidence. */
export const flagAlerts = pgTable(
  'flag_alerts',
  {
    id: id(),
    flag_id: uuid()
      .notNull()
      .references(() => flags.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    owner_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deployment_id: uuid(),
    owner_deployment_id: uuid(),
    /** Exam attempt that it was submitted for; null in a lab. */
    attempt_id: uuid().references(() => examAttempts.id, { onDelete: 'cascade' }),
    at: createdAt(),
    state: text().$type<FlagAlertState>().notNull().default('open'),
    resolved_at: instant(),
    resolution: text(),
    resolved_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    version: version(),
  },
  (t) => [
    index('flag_alerts_open').on(t.at).where(sql`${t.resolved_at} is null`),
    index('flag_alerts_at').on(t.at, t.id),
    index('flag_alerts_state').on(t.state, t.at, t.id),
    index('flag_alerts_resolver').on(t.resolved_by).where(sql`${t.resolved_by} is not null`),
    index('flag_alerts_attempt').on(t.attempt_id).where(sql`${t.attempt_id} is not null`),
    index('flag_alerts_flag').on(t.flag_id, t.at),
    index('flag_alerts_user').on(t.user_id, t.at),
    index('flag_alerts_owner').on(t.owner_id, t.at),
  ],
)

export const flagAlertsDuties = personal(flagAlerts, {
  of: flagAlerts.user_id,
  alsoOf: flagAlerts.owner_id,
  as: 'alerts',
  order: flagAlerts.at,
  first: { flag: lookup(flagAlerts.flag_id, flags.title) },
  deleted: {
    exported: 'at state resolved_at resolution',
    ours: 'id user_id deployment_id attempt_id',
    named: 'flag_id',
    'another learner': 'owner_id',
    'another learner’s': 'owner_deployment_id',
    administrator: 'resolved_by',
    work: 'version',
  },
})

export const flagRetention: readonly Retention[] = [
  {
    name: 'flag-solves',
    what: 'Flags you solved, and hints you took',
    why: 'They are the basis of your points.',
    tables: [flagSolves, flagHints],
    ...WHILE_ACCOUNT,
  },
  {
    name: 'flag-tries',
    what: 'Flags you submitted, right or wrong',
    why: 'To answer questions about a result.',
    tables: [flagTries],
    ...deletedAfter(365, 'after the submission', flagTries.at),
  },
  {
    name: 'flag-alerts',
    what: 'Alerts about another learner’s flag',
    why: 'To distinguish repeated abuse from a mistake.',
    tables: [flagAlerts],
    ...deletedAfter(730, 'after the decision', flagAlerts.resolved_at),
  },
  {
    name: 'planted-flags',
    what: 'Data that identifies your flags if someone else submits them',
    why: 'To detect shared flags.',
    tables: [plantedFlags],
    ...deletedAfter(FINDABLE_DAYS, 'after the deployment', plantedFlags.planted_at),
  },
]

export interface LessonTally {
  begun: number
  finished: number
  /** For the current video: learners who began it, who watched each tenth, and where those who have not finished stopped. */
  watched: number
  seen: number[]
  stopped: number[]
  /** Number of learners by minutes, among those who finished in one sitting. */
  minutes: Record<string, number>
}

export interface FlagTally {
  tried: number
  solved: number
  wrong: number
  /** Learners who solved it on the first, second, third, fourth and any later try. */
  solvedAtTry: number[]
}

export interface CourseTally {
  begun: number
  finished: number
  /** Number of learners by days until completion. */
  days: Record<string, number>
}

export type Tally = LessonTally | FlagTally | CourseTally

/** Latest figures of one course, lesson or flag, and the progress of tonight's count. */
export const insights = pgTable(
  'insights',
  {
    id: id(),
    course_id: uuid().references(() => courses.id, { onDelete: 'cascade' }),
    lesson_id: uuid().references(() => lessons.id, { onDelete: 'cascade' }),
    flag_id: uuid().references(() => flags.id, { onDelete: 'cascade' }),
    tally: jsonb().$type<Tally>(),
    counted_at: instant(),
    /** Count in progress: last counted account, and the counted version of the content. */
    partial: jsonb().$type<Tally>(),
    partial_after: uuid(),
    partial_of: jsonb().$type<{ seconds: number; changed_at: string | null }>(),
  },
  (t) => [
    unique('insights_course').on(t.course_id),
    unique('insights_lesson').on(t.lesson_id),
    unique('insights_flag').on(t.flag_id),
    index('insights_due').on(t.counted_at, t.id),
    check('insights_subject', sql`num_nonnulls(${t.course_id}, ${t.lesson_id}, ${t.flag_id}) = 1`),
  ],
)

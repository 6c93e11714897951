import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'
import { courses, lessons } from './courses.ts'
import { flags } from './flags.ts'

/** What the learners of a lesson add up to. */
export interface LessonTally {
  begun: number
  finished: number
  /** Of the film that is there: who began it, who saw each tenth, and where those stopped who have not finished. */
  watched: number
  seen: number[]
  stopped: number[]
  /** How many took so many minutes, of those who finished in one sitting. */
  minutes: Record<string, number>
}

/** What the tries of a flag add up to, learner by learner. */
export interface FlagTally {
  tried: number
  solved: number
  wrong: number
  /** How many solved it at the first, second, third, fourth try, and after more. */
  solvedAtTry: number[]
}

/** What the learners of a course add up to. */
export interface CourseTally {
  begun: number
  finished: number
  /** How many took so many days to finish. */
  days: Record<string, number>
}

export type Tally = LessonTally | FlagTally | CourseTally

/** The figures of one course, lesson or flag, as they were counted last; and how far the count of this night has come. */
export const insights = pgTable(
  'insights',
  {
    id: id(),
    course_id: uuid().references(() => courses.id, { onDelete: 'cascade' }),
    lesson_id: uuid().references(() => lessons.id, { onDelete: 'cascade' }),
    flag_id: uuid().references(() => flags.id, { onDelete: 'cascade' }),
    tally: jsonb().$type<Tally>(),
    counted_at: instant(),
    /** The count that is under way: up to which account, and of which content. */
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

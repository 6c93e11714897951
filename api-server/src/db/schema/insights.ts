import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'
import { courses, lessons } from './courses.ts'
import { flags } from './flags.ts'

/** Totals over the learners of a lesson. */
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

/** Totals over the learners who tried a flag. */
export interface FlagTally {
  tried: number
  solved: number
  wrong: number
  /** Learners who solved it on the first, second, third, fourth and any later try. */
  solvedAtTry: number[]
}

/** Totals over the learners of a course. */
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

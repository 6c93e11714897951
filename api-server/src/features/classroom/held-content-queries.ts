import { type SQL, sql } from 'drizzle-orm'
import { courseProgress, lessonProgress } from '../../db/schema/index.ts'
import type { HeldContent } from '../../extension-points/held-content.ts'
import { lessonsHeld } from '../courses/lessons-held-sql.ts'

/** Progress in lessons, and where the learner stopped. */
export const classroomHoldings: HeldContent = {
  async list(db, held) {
    const inLessons = lessonsHeld(held)
    const [row] = await db
      .select({
        seen: sql<number>`(select count(*)::int from ${lessonProgress} p where p.user_id = ${held.user_id} and p.lesson_id in ${inLessons})`,
        completed: sql<number>`(select count(*)::int from ${lessonProgress} p where p.user_id = ${held.user_id}
          and p.lesson_id in ${inLessons} and p.completed_at is not null)`,
      })
      .from(sql`(select 1) as unused`)
    if (!row || row.seen === 0) return []
    const what = `${row.seen} ${row.seen === 1 ? 'lesson' : 'lessons'} begun, ${row.completed} completed, with what was watched`
    return [{ what, is: 'progress', key: 'lessons', merges: true }]
  },
  /** Of each lesson and of the course, the furthest of both counts: the earliest completion, and the union of what was watched. */
  async move(tx, held, to) {
    const lessons = sql`lesson_progress`
    await tx.execute(sql`with moved as (
        delete from ${lessonProgress} where user_id = ${held.user_id} and lesson_id in ${lessonsHeld(held)} returning *
      )
      insert into ${lessonProgress}
        (user_id, lesson_id, course_id, position_seconds, intervals, completed_at, updated_at, begun_at)
      select ${to}, lesson_id, course_id, position_seconds, intervals, completed_at, updated_at, begun_at from moved
      on conflict (user_id, lesson_id) do update set
        position_seconds = greatest(${lessons}.position_seconds, excluded.position_seconds),
        intervals = ${unionOf(sql`${lessons}.intervals || excluded.intervals`)},
        completed_at = least(${lessons}.completed_at, excluded.completed_at),
        updated_at = greatest(${lessons}.updated_at, excluded.updated_at),
        begun_at = least(${lessons}.begun_at, excluded.begun_at)`)
    if (!held.course_id) return
    const course = sql`course_progress`
    await tx.execute(sql`with moved as (
        delete from ${courseProgress} where user_id = ${held.user_id} and course_id = ${held.course_id} returning *
      )
      insert into ${courseProgress}
        (user_id, course_id, last_lesson_id, last_seen_at, completed_at, feedback_due_at, feedback_given_at)
      select ${to}, course_id, last_lesson_id, last_seen_at, completed_at, feedback_due_at, feedback_given_at from moved
      on conflict (user_id, course_id) do update set
        last_lesson_id = case when excluded.last_seen_at > coalesce(${course}.last_seen_at, '-infinity')
          then excluded.last_lesson_id else ${course}.last_lesson_id end,
        last_seen_at = greatest(${course}.last_seen_at, excluded.last_seen_at),
        completed_at = least(${course}.completed_at, excluded.completed_at),
        feedback_due_at = least(${course}.feedback_due_at, excluded.feedback_due_at),
        feedback_given_at = least(${course}.feedback_given_at, excluded.feedback_given_at)`)
  },
}

/** Watched intervals, sorted and without overlaps. */
const unionOf = (intervals: SQL) => sql`(
  select coalesce(jsonb_agg(jsonb_build_array(lower(r)::float8, upper(r)::float8) order by lower(r)), '[]')
  from unnest((
    select range_agg(numrange((i ->> 0)::numeric, (i ->> 1)::numeric)) from jsonb_array_elements(${intervals}) i
  )) r)`

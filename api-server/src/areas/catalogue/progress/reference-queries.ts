import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { courseProgress, lessonProgress, lessons, sections } from '../../../db/schema/index.ts'
import type { ContentReferences } from '../../../extension-points/content-references.ts'
import { isFreeLesson, lessonsOfContent } from '../courses/index.ts'
import { isDone, sectionClosed } from './progress-rules.ts'

/** Lesson progress and playback positions. */
export const progressReferences: ContentReferences = {
  async list(db, content) {
    const inLessons = lessonsOfContent(content)
    const [row] = await db
      .select({
        seen: sql<number>`(select count(*)::int from ${lessonProgress} p where p.user_id = ${content.user_id} and p.lesson_id in ${inLessons})`,
        completed: sql<number>`(select count(*)::int from ${lessonProgress} p where p.user_id = ${content.user_id}
          and p.lesson_id in ${inLessons} and p.completed_at is not null)`,
      })
      .from(sql`(select 1) as unused`)
    if (!row || row.seen === 0) return []
    const what = `${row.seen} ${row.seen === 1 ? 'lesson' : 'lessons'} begun, ${row.completed} completed, with the watched parts`
    return [{ what, is: 'progress', key: 'lessons', merges: true }]
  },
  async lessons(db, { user_id, course_id }) {
    const rows = await db
      .select({
        id: lessons.id,
        section_id: sections.id,
        opens_after_id: sections.opens_after_id,
        section: sections.slug,
        section_title: sections.title,
        lesson: lessons.slug,
        title: lessons.title,
        kind: lessons.kind,
        required: lessons.required,
        lab_id: lessons.lab_id,
        free_preview: lessons.free_preview,
        archived_at: lessons.archived_at,
        completed_at: lessonProgress.completed_at,
      })
      .from(lessons)
      .innerJoin(sections, eq(sections.id, lessons.section_id))
      .leftJoin(lessonProgress, and(eq(lessonProgress.lesson_id, lessons.id), eq(lessonProgress.user_id, user_id)))
      .where(and(eq(lessons.course_id, course_id), isNull(lessons.archived_at), isNull(sections.archived_at)))
      .orderBy(asc(sections.position), asc(lessons.position))
    const completed = new Set(rows.flatMap(({ id, completed_at }) => (completed_at ? id : [])))
    const bySection = Map.groupBy(rows, ({ section_id }) => section_id)
    return rows.map((row) => {
      // A section without lessons is always finished.
      const before = bySection.get(row.opens_after_id ?? '') ?? []
      const { section, section_title, lesson, title, lab_id } = row
      return {
        section,
        section_title,
        lesson,
        title,
        lab_id,
        free: isFreeLesson(row),
        completed: completed.has(row.id),
        closed: before[0] && !isDone(before, completed) ? sectionClosed(before[0].section_title) : null,
      }
    })
  },
  /** For each lesson and for the course, keeps the better progress: the earliest completion, and the union of the watched intervals. */
  async move(tx, content, to) {
    const lessons = sql`lesson_progress`
    await tx.execute(sql`with moved as (
        delete from ${lessonProgress} where user_id = ${content.user_id} and lesson_id in ${lessonsOfContent(content)} returning *
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
    if (!content.course_id) return
    const course = sql`course_progress`
    await tx.execute(sql`with moved as (
        delete from ${courseProgress} where user_id = ${content.user_id} and course_id = ${content.course_id} returning *
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

/** Watched intervals, sorted and merged. */
const unionOf = (intervals: SQL) => sql`(
  select coalesce(jsonb_agg(jsonb_build_array(lower(r)::float8, upper(r)::float8) order by lower(r)), '[]')
  from unnest((
    select range_agg(numrange((i ->> 0)::numeric, (i ->> 1)::numeric)) from jsonb_array_elements(${intervals}) i
  )) r)`

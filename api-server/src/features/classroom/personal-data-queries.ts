import { asc, eq } from 'drizzle-orm'
import { courseProgress, courses, lessonProgress, lessons, notes, watchClocks } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const classroomData: PersonalData = {
  name: 'courses',
  tables: ['lesson_progress', 'course_progress', 'watch_clocks', 'notes'],
  erased: 'Your progress in courses, what you watched, and your notes.',
  async collect(db, { id }) {
    const lessonsSeen = await db
      .select({
        course: courses.slug,
        lesson: lessons.slug,
        title: lessons.title,
        position_seconds: lessonProgress.position_seconds,
        watched: lessonProgress.intervals,
        completed_at: lessonProgress.completed_at,
        updated_at: lessonProgress.updated_at,
      })
      .from(lessonProgress)
      .innerJoin(lessons, eq(lessons.id, lessonProgress.lesson_id))
      .innerJoin(courses, eq(courses.id, lessonProgress.course_id))
      .where(eq(lessonProgress.user_id, id))
      .orderBy(asc(lessonProgress.updated_at))
    const coursesSeen = await db
      .select({
        course: courses.slug,
        title: courses.title,
        last_seen_at: courseProgress.last_seen_at,
        completed_at: courseProgress.completed_at,
      })
      .from(courseProgress)
      .innerJoin(courses, eq(courses.id, courseProgress.course_id))
      .where(eq(courseProgress.user_id, id))
    const written = await db
      .select({
        lesson: lessons.slug,
        position_seconds: notes.position_seconds,
        text: notes.text,
        created_at: notes.created_at,
        updated_at: notes.updated_at,
      })
      .from(notes)
      .innerJoin(lessons, eq(lessons.id, notes.lesson_id))
      .where(eq(notes.user_id, id))
      .orderBy(asc(notes.created_at))
    return { courses: coursesSeen, lessons: lessonsSeen, notes: written }
  },
  async erase(tx, { id }) {
    for (const table of [lessonProgress, courseProgress, watchClocks, notes])
      await tx.delete(table).where(eq(table.user_id, id))
  },
}

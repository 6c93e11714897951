import { asc, eq } from 'drizzle-orm'
import { courseProgress, courses, lessonProgress, lessons, watchClocks } from '../../db/schema/index.ts'
import { because, type PersonalData, personalRows } from '../../extension-points/personal-data.ts'

const named = 'told by its name'

const lessonsSeen = personalRows(lessonProgress, {
  user_id: { notExported: because.ours },
  lesson_id: { notExported: named },
  course_id: { notExported: named },
  position_seconds: { exported: true },
  intervals: { exported: true },
  completed_at: { exported: true },
  updated_at: { exported: true },
  begun_at: { exported: true },
})
const coursesSeen = personalRows(courseProgress, {
  user_id: { notExported: because.ours },
  course_id: { notExported: named },
  last_lesson_id: { notExported: 'told by the lessons' },
  last_seen_at: { exported: true },
  completed_at: { exported: true },
  feedback_due_at: { exported: true },
  feedback_given_at: { exported: true },
})
const clocks = personalRows(watchClocks, {
  user_id: { notExported: because.work },
  last_at: { notExported: because.work },
})

export const classroomData: PersonalData = {
  name: 'courses',
  tables: [lessonsSeen, coursesSeen, clocks],
  erased: 'Your progress in courses and what you watched.',
  async collect(db, { id }) {
    return {
      courses: await db
        .select({ course: courses.slug, title: courses.title, ...coursesSeen.shown })
        .from(courseProgress)
        .innerJoin(courses, eq(courses.id, courseProgress.course_id))
        .where(eq(courseProgress.user_id, id)),
      lessons: await db
        .select({ course: courses.slug, lesson: lessons.slug, title: lessons.title, ...lessonsSeen.shown })
        .from(lessonProgress)
        .innerJoin(lessons, eq(lessons.id, lessonProgress.lesson_id))
        .innerJoin(courses, eq(courses.id, lessonProgress.course_id))
        .where(eq(lessonProgress.user_id, id))
        .orderBy(asc(lessonProgress.updated_at)),
    }
  },
  async erase(tx, { id }) {
    for (const table of [lessonProgress, courseProgress, watchClocks])
      await tx.delete(table).where(eq(table.user_id, id))
  },
}

import { and, eq, inArray, sql } from 'drizzle-orm'
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
    return [{ what, is: 'progress', key: 'lessons' }]
  },
  async move(tx, held, to) {
    await tx
      .update(lessonProgress)
      .set({ user_id: to })
      .where(and(eq(lessonProgress.user_id, held.user_id), inArray(lessonProgress.lesson_id, lessonsHeld(held))))
    if (held.course_id)
      await tx
        .update(courseProgress)
        .set({ user_id: to })
        .where(and(eq(courseProgress.user_id, held.user_id), eq(courseProgress.course_id, held.course_id)))
  },
}

import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { courseProgress, lessonProgress, lessons, notes } from '../../db/schema/index.ts'
import type { Held, HeldContent } from '../../extension-points/held-content.ts'

/** Lessons of the course, or those that hold a lab by itself. */
const lessonsOf = ({ course_id, lab_ids }: Held): SQL => {
  const { course_id: course, lab_id: lab } = lessons
  return course_id ? eq(course, course_id) : lab_ids.length > 0 ? inArray(lab, lab_ids) : sql`false`
}

/** Progress in lessons, notes, and where the learner stopped. */
export const classroomHoldings: HeldContent = {
  async list(db, held) {
    const inLessons = sql`(select ${lessons.id} from ${lessons} where ${lessonsOf(held)})`
    const [row] = await db
      .select({
        seen: sql<number>`(select count(*)::int from ${lessonProgress} p where p.user_id = ${held.user_id} and p.lesson_id in ${inLessons})`,
        completed: sql<number>`(select count(*)::int from ${lessonProgress} p where p.user_id = ${held.user_id}
          and p.lesson_id in ${inLessons} and p.completed_at is not null)`,
        notes: sql<number>`(select count(*)::int from ${notes} n where n.user_id = ${held.user_id} and n.lesson_id in ${inLessons})`,
      })
      .from(sql`(select 1) as unused`)
    if (!row) return []
    const progress = (is: number, what: string, key: string) => (is > 0 ? [{ what, is: 'progress' as const, key }] : [])
    return [
      ...progress(
        row.seen,
        `${row.seen} ${row.seen === 1 ? 'lesson' : 'lessons'} begun, ${row.completed} completed, with what was watched`,
        'lessons',
      ),
      ...progress(row.notes, row.notes === 1 ? '1 note' : `${row.notes} notes`, 'notes'),
    ]
  },
  async move(tx, held, to) {
    const inLessons = tx.select({ id: lessons.id }).from(lessons).where(lessonsOf(held))
    for (const table of [lessonProgress, notes])
      await tx
        .update(table)
        .set({ user_id: to })
        .where(and(eq(table.user_id, held.user_id), inArray(table.lesson_id, inLessons)))
    if (held.course_id)
      await tx
        .update(courseProgress)
        .set({ user_id: to })
        .where(and(eq(courseProgress.user_id, held.user_id), eq(courseProgress.course_id, held.course_id)))
  },
}

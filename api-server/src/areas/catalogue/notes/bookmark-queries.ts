import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { courses, lessonBookmarks, lessons, sections } from '../../../db/schema/index.ts'
import { isUuid } from '../../../db/uuid.ts'
import { notedLesson } from './noted-lesson-sql.ts'

const ownBookmarks = (db: Db, userId: string, lessonId?: string) =>
  db
    .select({ id: lessonBookmarks.id, created_at: lessonBookmarks.created_at, lesson: notedLesson(userId) })
    .from(lessonBookmarks)
    .innerJoin(lessons, eq(lessons.id, lessonBookmarks.lesson_id))
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .where(
      and(
        eq(lessonBookmarks.user_id, userId),
        lessonId === undefined ? undefined : eq(lessonBookmarks.lesson_id, lessonId),
      ),
    )
    .orderBy(desc(lessonBookmarks.created_at), desc(lessonBookmarks.id))

export const listBookmarks = (db: Db, userId: string) => ownBookmarks(db, userId)

export async function findBookmark(db: Db, userId: string, lessonId: string) {
  const [row] = await ownBookmarks(db, userId, lessonId)
  return row
}

export const countBookmarks = (tx: Db, userId: string) =>
  tx.$count(lessonBookmarks, eq(lessonBookmarks.user_id, userId))

export async function insertBookmark(tx: Db, userId: string, lessonId: string): Promise<void> {
  await tx.insert(lessonBookmarks).values({ user_id: userId, lesson_id: lessonId })
}

/** Returns false if it did not exist. */
export async function deleteBookmark(db: Db, userId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const rows = await db
    .delete(lessonBookmarks)
    .where(and(eq(lessonBookmarks.id, id), eq(lessonBookmarks.user_id, userId)))
    .returning({ gone: sql`1` })
  return rows.length > 0
}

import { asc, eq } from 'drizzle-orm'
import { courses, lessonBookmarks, lessons, notes } from '../../db/schema/index.ts'
import { because, type PersonalData, personalRows } from '../../extension-points/personal-data.ts'

const named = 'told by its name'

const written = personalRows(notes, {
  id: { notExported: because.ours },
  user_id: { notExported: because.ours },
  lesson_id: { notExported: named },
  course_id: { notExported: named },
  position_seconds: { exported: true },
  text: { exported: true },
  created_at: { exported: true },
  updated_at: { exported: true },
  version: { notExported: because.ours },
})
const bookmarked = personalRows(lessonBookmarks, {
  id: { notExported: because.ours },
  user_id: { notExported: because.ours },
  lesson_id: { notExported: named },
  created_at: { exported: true },
})
const lesson = { course: courses.slug, lesson: lessons.slug, title: lessons.title }

export const noteData: PersonalData = {
  name: 'notes',
  tables: [written, bookmarked],
  erased: 'Your notes and bookmarks.',
  async collect(db, { id }) {
    return {
      notes: await db
        .select({ ...lesson, ...written.shown })
        .from(notes)
        .innerJoin(lessons, eq(lessons.id, notes.lesson_id))
        .innerJoin(courses, eq(courses.id, notes.course_id))
        .where(eq(notes.user_id, id))
        .orderBy(asc(notes.created_at), asc(notes.id)),
      bookmarks: await db
        .select({ ...lesson, ...bookmarked.shown })
        .from(lessonBookmarks)
        .innerJoin(lessons, eq(lessons.id, lessonBookmarks.lesson_id))
        .innerJoin(courses, eq(courses.id, lessons.course_id))
        .where(eq(lessonBookmarks.user_id, id))
        .orderBy(asc(lessonBookmarks.created_at), asc(lessonBookmarks.id)),
    }
  },
  async erase(tx, { id }) {
    for (const table of [notes, lessonBookmarks]) await tx.delete(table).where(eq(table.user_id, id))
  },
}

import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import { courses, lessonBookmarks, lessons, notes, sections } from '../../../db/schema/index.ts'
import { firstRow, isUuid } from '../../../db/sql.ts'
import type { ContentReferences } from '../../../extension-points/content-references.ts'
import { lessonsOfContent } from '../courses/index.ts'
import { notedLesson } from './sql.ts'

const columns = (userId: string) => ({
  id: notes.id,
  position_seconds: notes.position_seconds,
  text: notes.text,
  created_at: notes.created_at,
  updated_at: notes.updated_at,
  version: notes.version,
  lesson: notedLesson(userId),
})

const ownNotes = (db: Db, userId: string, where: SQL | undefined) =>
  db
    .select(columns(userId))
    .from(notes)
    .innerJoin(lessons, eq(lessons.id, notes.lesson_id))
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .innerJoin(courses, eq(courses.id, notes.course_id))
    .where(and(eq(notes.user_id, userId), where))
    .$dynamic()

export type NoteRow = Awaited<ReturnType<typeof ownNotes>>[number]

/** As text, because a `Date` would round the microseconds. */
const writtenAt = sql<string>`to_char(${notes.created_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

interface Asked {
  q: string | undefined
  course: string | undefined
  /** Last note of the previous page. */
  before: { at: string; id: string } | null
  limit: number
}

/** Positions of notes, newest first. Texts are read only for the notes of the page. */
export const listPlaces = (db: Db, userId: string, { q, course, before, limit }: Asked) =>
  db
    .select({ id: notes.id, at: writtenAt })
    .from(notes)
    .where(
      and(
        eq(notes.user_id, userId),
        q ? contains(sql`${notes.text}`, q) : undefined,
        course === undefined ? undefined : sql`${notes.course_id} = ${courseOf(course)}`,
        before ? sql`(${notes.created_at}, ${notes.id}) < (${before.at}::timestamptz, ${before.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(notes.created_at), desc(notes.id))
    .limit(limit)

const courseOf = (slug: string) => sql`(select ${courses.id} from ${courses} where ${courses.slug} = ${slug})`

export const listByIds = (db: Db, userId: string, ids: string[]) =>
  ownNotes(db, userId, inArray(notes.id, ids)).orderBy(desc(notes.created_at), desc(notes.id))

/** Notes of a lesson that is not archived, in video order. */
export const listNotesAt = (db: Db, userId: string, at: { course: string; section: string; lesson: string }) =>
  ownNotes(
    db,
    userId,
    and(
      eq(courses.slug, at.course),
      eq(sections.slug, at.section),
      eq(lessons.slug, at.lesson),
      sql`${lessons.archived_at} is null and ${sections.archived_at} is null`,
    ),
  ).orderBy(sql`${notes.position_seconds} nulls first`, asc(notes.created_at), asc(notes.id))

export const listNotedCourses = (db: Db, userId: string) =>
  db
    .select({ slug: courses.slug, title: courses.title, notes: count() })
    .from(notes)
    .innerJoin(courses, eq(courses.id, notes.course_id))
    .where(eq(notes.user_id, userId))
    .groupBy(courses.id)
    .orderBy(asc(courses.title), asc(courses.slug))

/** Ids of all notes or those of one course, in reading order: by course, lesson and second. */
export async function listIdsInOrder(db: Db, userId: string, course: string | undefined): Promise<string[]> {
  const rows = await db
    .select({ id: notes.id })
    .from(notes)
    .innerJoin(lessons, eq(lessons.id, notes.lesson_id))
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .innerJoin(courses, eq(courses.id, notes.course_id))
    .where(and(eq(notes.user_id, userId), course === undefined ? undefined : eq(courses.slug, course)))
    .orderBy(
      asc(courses.title),
      asc(courses.id),
      asc(sections.position),
      asc(sections.id),
      asc(lessons.position),
      asc(lessons.id),
      sql`${notes.position_seconds} nulls first`,
      asc(notes.created_at),
      asc(notes.id),
    )
  return rows.map(({ id }) => id)
}

export async function findNote(db: Db, userId: string, id: string): Promise<NoteRow | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await ownNotes(db, userId, eq(notes.id, id))
  return row
}

/** Number of the account's notes: in total, and for this lesson. */
export async function countNotes(tx: Db, userId: string, lessonId: string) {
  const [row] = await tx
    .select({ all: count(), here: sql<number>`count(*) filter (where ${notes.lesson_id} = ${lessonId})::int` })
    .from(notes)
    .where(eq(notes.user_id, userId))
  return row ?? { all: 0, here: 0 }
}

export async function insertNote(tx: Db, row: typeof notes.$inferInsert): Promise<string> {
  const [made] = await tx.insert(notes).values(row).returning({ id: notes.id })
  if (!made) throw new Error('The note was not written')
  return made.id
}

const isVersion = (userId: string, id: string, version: number) =>
  and(eq(notes.id, id), eq(notes.user_id, userId), eq(notes.version, version))

/** Updates only this version. Returns false if it does not exist any more. */
export async function updateNote(
  db: Db,
  userId: string,
  id: string,
  { text, version }: { text: string; version: number },
): Promise<boolean> {
  if (!isUuid(id)) return false
  const rows = await db
    .update(notes)
    .set({ text, version: version + 1, updated_at: sql`now()` })
    .where(isVersion(userId, id, version))
    .returning({ id: notes.id })
  return rows.length > 0
}

/** Deletes only this version. Returns false if it does not exist any more. */
export async function deleteNote(db: Db, userId: string, id: string, version: number): Promise<boolean> {
  if (!isUuid(id)) return false
  const rows = await db
    .delete(notes)
    .where(isVersion(userId, id, version))
    .returning({ id: notes.id })
  return rows.length > 0
}

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

export const findBookmark = (db: Db, userId: string, lessonId: string) => firstRow(ownBookmarks(db, userId, lessonId))

export const countBookmarks = (tx: Db, userId: string) =>
  tx.$count(lessonBookmarks, eq(lessonBookmarks.user_id, userId))

export const insertBookmark = (tx: Db, userId: string, lessonId: string) =>
  tx.insert(lessonBookmarks).values({ user_id: userId, lesson_id: lessonId })

/** Returns false if it did not exist. */
export async function deleteBookmark(db: Db, userId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const rows = await db
    .delete(lessonBookmarks)
    .where(and(eq(lessonBookmarks.id, id), eq(lessonBookmarks.user_id, userId)))
    .returning({ gone: sql`1` })
  return rows.length > 0
}

/** Notes and bookmarked lessons. */
export const noteReferences: ContentReferences = {
  async list(db, content) {
    const ofContent = and(eq(notes.user_id, content.user_id), inArray(notes.lesson_id, lessonsOfContent(content)))
    const count = await db.$count(notes, ofContent)
    const what = count === 1 ? '1 note' : `${count} notes`
    return count > 0 ? [{ what, is: 'progress', key: 'notes', merges: true }] : []
  },
  async move(tx, content, to) {
    const inLessons = lessonsOfContent(content)
    await tx
      .update(notes)
      .set({ user_id: to })
      .where(and(eq(notes.user_id, content.user_id), inArray(notes.lesson_id, inLessons)))
    const ofHolder = and(eq(lessonBookmarks.user_id, content.user_id), inArray(lessonBookmarks.lesson_id, inLessons))
    // A free lesson may be bookmarked by both learners.
    const theirs = sql`(select lesson_id from ${lessonBookmarks} theirs where theirs.user_id = ${to})`
    await tx.delete(lessonBookmarks).where(and(ofHolder, inArray(lessonBookmarks.lesson_id, theirs)))
    await tx.update(lessonBookmarks).set({ user_id: to }).where(ofHolder)
  },
}

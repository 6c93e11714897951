import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { contains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import { courses, entitlements, exams, labs, lessons, notes, sections } from '../../../db/schema/index.ts'
import { isEntitlementOpen } from '../../catalogue/entitlements/index.ts'
import { notedLesson } from '../../catalogue/notes/index.ts'

const MOST = 6

const isMine = (userId: string) => sql`${courses.id} in (select ${entitlements.course_id} from ${entitlements}
  where ${entitlements.user_id} = ${userId} and ${entitlements.kind} = 'course' and ${isEntitlementOpen})`

/** Published courses, and those that the learner has access to. */
export const listCoursesFound = (db: Db, userId: string, q: string) =>
  db
    .select({ slug: courses.slug, title: courses.title })
    .from(courses)
    .where(
      and(
        or(eq(courses.status, 'published'), isMine(userId)),
        contains(sql`${courses.slug} || ' ' || ${courses.title}`, q),
      ),
    )
    .orderBy(asc(courses.title), asc(courses.slug))
    .limit(MOST)

export const listLessonsFound = (db: Db, userId: string, q: string) =>
  db
    .select({
      slug: courses.slug,
      within: courses.title,
      title: lessons.title,
      section: sections.slug,
      lesson: lessons.slug,
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .where(and(isNull(lessons.archived_at), isMine(userId), contains(sql`${lessons.title}`, q)))
    .orderBy(asc(lessons.title), asc(lessons.id))
    .limit(MOST)

/** The learner's own notes, newest first, including those of archived lessons. */
export const listNotesFound = (db: Db, userId: string, q: string) =>
  db
    .select({ text: notes.text, position_seconds: notes.position_seconds, lesson: notedLesson(userId) })
    .from(notes)
    .innerJoin(lessons, eq(lessons.id, notes.lesson_id))
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .innerJoin(courses, eq(courses.id, notes.course_id))
    .where(and(eq(notes.user_id, userId), contains(sql`${notes.text}`, q)))
    .orderBy(desc(notes.created_at), desc(notes.id))
    .limit(MOST)

export type NoteFound = Awaited<ReturnType<typeof listNotesFound>>[number]

const ofCatalogue = (db: Db, table: typeof labs | typeof exams, q: string) =>
  db
    .select({ slug: table.slug, title: table.title })
    .from(table)
    .where(and(eq(table.status, 'published'), contains(sql`${table.slug} || ' ' || ${table.title}`, q)))
    .orderBy(asc(table.title), asc(table.slug))
    .limit(MOST)

export const listLabsFound = (db: Db, q: string) => ofCatalogue(db, labs, q)
export const listExamsFound = (db: Db, q: string) => ofCatalogue(db, exams, q)

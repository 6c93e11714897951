import type { Output } from '@flagyard/api-types/contract/operation'
import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, type Refusal, sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import type { Db, Tx } from '../../../db/open.ts'
import {
  contentRevisions,
  courses,
  lessonProgress,
  lessons,
  lessonReports as reports,
  sections,
  users,
} from '../../../db/schema/index.ts'
import { columnsOf } from '../../../db/sql.ts'

export type LessonReport = typeof reports.$inferSelect
type NewReport = Pick<LessonReport, 'user_id' | 'course_id' | 'lesson_id' | 'kind' | 'words'>

/** Maximum number of reports shown below a lesson. */
const SHOWN = 20

/** The learner's own reports about a lesson, latest first. */
export const listReportsOf = (db: Db, userId: string, lessonId: string): Promise<LessonReport[]> =>
  db
    .select()
    .from(reports)
    .where(and(eq(reports.user_id, userId), eq(reports.lesson_id, lessonId)))
    .orderBy(desc(reports.created_at), desc(reports.id))
    .limit(SHOWN)

export const countUnanswered = (tx: Tx, userId: string, lessonId: string) =>
  tx.$count(reports, and(eq(reports.user_id, userId), eq(reports.lesson_id, lessonId), ne(reports.state, 'closed')))

/** Inserts a report together with the learner's position in the video and the course revision they saw. */
export async function insertReport(tx: Tx, row: NewReport, hasFilm: boolean): Promise<LessonReport> {
  const position = sql`(select floor(p.position_seconds)::int from ${lessonProgress} p
    where p.user_id = ${row.user_id} and p.lesson_id = ${row.lesson_id})`
  const revision = sql`(select max(r.number) from ${contentRevisions} r
    where r.kind = 'courses' and r.item_id = ${row.course_id} and r.taken_back_at is null)`
  const [inserted] = await tx
    .insert(reports)
    .values({ ...row, position_seconds: hasFilm ? position : null, revision })
    .returning()
  if (!inserted) throw new Error('The report was not inserted')
  return inserted
}

/** Learners' reports, with the current titles of their lessons. */
export const reportSource = {
  table: reports,
  id: sql`${reports.id}::text`,
  where: matching,
  keys: { created_at: [sql`${reports.created_at}`, sql`${reports.id}`] },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: reports.id,
          course: courses.slug,
          course_title: courses.title,
          lesson_id: reports.lesson_id,
          lesson: lessons.title,
          ...columnsOf(reports, 'kind', 'words', 'position_seconds', 'revision', 'state', 'answer'),
          username: users.username,
          created_at: reports.created_at,
          decided_at: reports.decided_at,
          version: reports.version,
          ...slice.cursor,
        })
        .from(reports)
        .innerJoin(courses, eq(courses.id, reports.course_id))
        .innerJoin(lessons, eq(lessons.id, reports.lesson_id))
        .leftJoin(users, eq(users.id, reports.user_id)),
      slice,
    ),
} satisfies ListSourceOf<'listLessonReports'>

function matching({ id, q, state, kind, course, lesson_id }: Output<'lessonReportFilter'>): SQL | undefined {
  return and(
    id && isAmongUuids(reports.id, id),
    contains(sql`${reports.words}`, q),
    state && inArray(reports.state, [state].flat()),
    kind && eq(reports.kind, kind),
    course === undefined
      ? undefined
      : sql`${reports.course_id} = (select c.id from ${courses} c where c.slug = ${course})`,
    lesson_id === undefined ? undefined : eq(reports.lesson_id, lesson_id),
  )
}

/** Reports with their lessons and learners; a learner is null after the account is deleted. */
export const findReports = (db: Db, ids: string[]) =>
  db
    .select({
      report: reports,
      course: courses.slug,
      section: sections.slug,
      lesson: { slug: lessons.slug, title: lessons.title, archived_at: lessons.archived_at },
      learner: { id: users.id, email: users.email, full_name: users.full_name },
    })
    .from(reports)
    .innerJoin(courses, eq(courses.id, reports.course_id))
    .innerJoin(lessons, eq(lessons.id, reports.lesson_id))
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .leftJoin(users, eq(users.id, reports.user_id))
    .where(isAmongUuids(reports.id, ids))

export type FoundReport = Awaited<ReturnType<typeof findReports>>[number]

interface Decision {
  state: 'accepted' | 'closed'
  answer: string | null
  decided_by: string
}

/** Decides reports, only at this version if one is given. Returns false if none was decided. */
export async function decideReports(tx: Tx, ids: string[], decision: Decision, version?: number): Promise<boolean> {
  const decided = await tx
    .update(reports)
    .set({ ...decision, decided_at: sql`now()`, version: sql`${reports.version} + 1` })
    .where(and(isAmongUuids(reports.id, ids), version === undefined ? undefined : eq(reports.version, version)))
    .returning({ id: reports.id })
  return decided.length > 0
}

/** Same wording as for a single report (service.ts). */
export const closeRefusal: Refusal = sql`case when ${reports.state} = 'closed' then 'This report is already closed.' end`

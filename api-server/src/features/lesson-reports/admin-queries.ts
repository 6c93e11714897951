import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../db/list-source.ts'
import type { Db, Tx } from '../../db/open.ts'
import { courses, lessons, lessonReports as reports, sections, users } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import { hasId } from '../../db/uuid.ts'

/** What learners reported, with the lessons as they are called now. */
export const reportSource = {
  table: reports,
  id: sql`${reports.id}::text`,
  where: matching,
  keys: { created_at: [sql`${reports.created_at}`, sql`${reports.id}`] },
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: reports.id,
        course: courses.slug,
        course_title: courses.title,
        lesson_id: reports.lesson_id,
        lesson: lessons.title,
        kind: reports.kind,
        words: reports.words,
        position_seconds: reports.position_seconds,
        revision: reports.revision,
        state: reports.state,
        answer: reports.answer,
        username: users.username,
        created_at: reports.created_at,
        decided_at: reports.decided_at,
        version: reports.version,
        ...cursor,
      })
      .from(reports)
      .innerJoin(courses, eq(courses.id, reports.course_id))
      .innerJoin(lessons, eq(lessons.id, reports.lesson_id))
      .leftJoin(users, eq(users.id, reports.user_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
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

/** A report with its lesson, and who is to be told; null once the account is gone. */
export async function findReport(db: Db, id: string) {
  const [row] = await db
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
    .where(hasId(reports.id, id))
  return row
}

export type FoundReport = NonNullable<Awaited<ReturnType<typeof findReport>>>

/** Decides a report that is as it was seen. Of two who decide at once, one is told that it changed. */
export async function decideReport(
  tx: Tx,
  id: string,
  version: number,
  decision: { state: 'accepted' | 'closed'; answer: string | null; decided_by: string },
): Promise<boolean> {
  const decided = await tx
    .update(reports)
    .set({ ...decision, decided_at: sql`now()`, version: sql`${reports.version} + 1` })
    .where(and(eq(reports.id, id), eq(reports.version, version)))
    .returning({ id: reports.id })
  return decided.length > 0
}

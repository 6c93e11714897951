import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import { contentRevisions, lessonProgress, lessonReports as reports } from '../../../db/schema/index.ts'

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
  const stood = sql`(select floor(p.position_seconds)::int from ${lessonProgress} p
    where p.user_id = ${row.user_id} and p.lesson_id = ${row.lesson_id})`
  const revision = sql`(select max(r.number) from ${contentRevisions} r
    where r.kind = 'courses' and r.item_id = ${row.course_id} and r.taken_back_at is null)`
  const [inserted] = await tx
    .insert(reports)
    .values({ ...row, position_seconds: hasFilm ? stood : null, revision })
    .returning()
  if (!inserted) throw new Error('The report was not inserted')
  return inserted
}

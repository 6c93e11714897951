import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.ts'
import {
  betaTesters,
  contentRevisionParts,
  contentRevisions,
  courses,
  labs,
  lessons,
} from '../../../db/schema/index.ts'
import { courseNotFound } from './queries.ts'

/** Writes parts of courses for their editors. */

type CourseColumns = typeof courses.$inferInsert

export async function insertCourse(tx: Tx, row: CourseColumns): Promise<string | undefined> {
  const [inserted] = await tx.insert(courses).values(row).onConflictDoNothing().returning({ id: courses.id })
  return inserted?.id
}

export async function updateCourse(
  tx: Tx,
  id: string,
  { estimated_hours, ...columns }: Partial<Omit<CourseColumns, 'estimated_hours'>> & { estimated_hours?: number | SQL },
) {
  await tx
    .update(courses)
    .set({
      ...columns,
      ...(estimated_hours !== undefined && { estimated_hours: sql`${estimated_hours}` }),
      version: sql`${courses.version} + 1`,
      updated_at: sql`now()`,
    })
    .where(eq(courses.id, id))
}

/** Total duration of the course's lessons in hours, rounded to half hours. */
export const hoursOfLessons = sql<number>`greatest(0.5, round(coalesce(
  (select sum(l.duration_seconds) from ${lessons} l where l.course_id = "courses"."id" and l.archived_at is null), 0) / 1800.0) / 2)::float8`

interface LessonText {
  id: string
  body: string
  video: string | null
  captions: { lang: string; label: string; file: string }[]
  chapters: { second: number; title: string }[]
  duration_seconds: number
}

/** Maximum number of lesson texts written by one statement, because each may be long. */
const TEXTS = 20

export async function updateLessonTexts(tx: Tx, texts: LessonText[]) {
  for (let from = 0; from < texts.length; from += TEXTS)
    await tx.execute(sql`update lessons l
      set body = t.body, video = t.video, captions = t.captions, chapters = coalesce(t.chapters, '[]'),
        duration_seconds = t.duration_seconds
      from jsonb_to_recordset(${JSON.stringify(texts.slice(from, from + TEXTS))}::jsonb)
        as t (id uuid, body text, video text, captions jsonb, chapters jsonb, duration_seconds int)
      where l.id = t.id`)
}

/** Sets the duration of lab lessons to that of their labs. */
export async function followLabDurations(tx: Tx, ids: string[]) {
  await tx
    .update(lessons)
    .set({ duration_seconds: sql`${labs.duration_minutes} * 60` })
    .from(labs)
    .where(and(eq(labs.id, lessons.lab_id), inArray(lessons.id, ids)))
}

/** Sets when each of these lessons was last changed by a published revision that was not reverted. */
export async function markChangedLessons(tx: Tx, courseId: string, ids: string[]) {
  const changed = tx
    .select({ at: sql`max(${contentRevisions.published_at})` })
    .from(contentRevisionParts)
    .innerJoin(contentRevisions, eq(contentRevisions.id, contentRevisionParts.revision_id))
    .where(
      sql`${contentRevisions.kind} = 'courses' and ${contentRevisions.item_id} = ${courseId}
        and ${contentRevisions.taken_back_at} is null and ${contentRevisions.source} <> 'take_back'
        and ${contentRevisionParts.part} = 'lesson/' || "lessons"."id"
        and ${contentRevisionParts.before} is not null and ${contentRevisionParts.after} is not null`,
    )
  await tx
    .update(lessons)
    .set({ changed_at: sql`(${changed})` })
    .where(inArray(lessons.id, ids))
}

/** Locks the course, so that it is not deleted meanwhile. */
export async function lockCourseForTesters(tx: Tx, slug: string) {
  const [row] = await tx
    .select({ id: courses.id, status: courses.status })
    .from(courses)
    .where(eq(courses.slug, slug))
    .for('no key update')
  if (!row) throw courseNotFound(slug)
  return row
}

/** Returns the ids of users who were not beta testers before. */
export async function insertBetaTesters(tx: Tx, course_id: string, users: string[]): Promise<string[]> {
  if (users.length === 0) return []
  const rows = users.map((user_id) => ({ course_id, user_id }))
  const inserted = await tx
    .insert(betaTesters)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: betaTesters.user_id })
  return inserted.map(({ id }) => id)
}

export async function deleteBetaTesters(tx: Tx, courseId: string, users: string[]): Promise<string[]> {
  if (users.length === 0) return []
  const gone = await tx
    .delete(betaTesters)
    .where(and(eq(betaTesters.course_id, courseId), inArray(betaTesters.user_id, users)))
    .returning({ id: betaTesters.user_id })
  return gone.map(({ id }) => id)
}

import { and, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.ts'
import {
  betaTesters,
  bundleCourses,
  bundles,
  contentRevisionParts,
  contentRevisions,
  courses,
  labs,
  lessons,
  sections,
} from '../../../db/schema/index.ts'
import { lockName } from '../../../db/sql.ts'
import { contentWrites } from '../../../db/upsert.ts'
import { courseNotFound } from './queries.ts'

type CourseColumns = typeof courses.$inferInsert
const bundleWrites = contentWrites(bundles)

/** Writes of authors and the content import, by kind of row (contentWrites in db/upsert.ts). */
export const courseContent = {
  courses: { ...contentWrites(courses), create: insertCourse, update: updateCourse },
  sections: { ...contentWrites(sections), unlink: unlinkSections },
  lessons: {
    ...contentWrites(lessons),
    saveTexts: updateLessonTexts,
    followLabs: followLabDurations,
    moveDurations: moveLabDurations,
    markChanged: markChangedLessons,
  },
  bundles: { ...bundleWrites, save: saveBundles, findMixed: findMixedBundle },
}

/** Returns the id, or undefined if the slug is taken. */
async function insertCourse(tx: Tx, row: CourseColumns): Promise<string | undefined> {
  const [inserted] = await tx.insert(courses).values(row).onConflictDoNothing().returning({ id: courses.id })
  return inserted?.id
}

async function updateCourse(
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

async function updateLessonTexts(tx: Tx, texts: LessonText[]) {
  for (let from = 0; from < texts.length; from += TEXTS)
    await tx.execute(sql`update lessons l
      set body = t.body, video = t.video, captions = t.captions, chapters = coalesce(t.chapters, '[]'),
        duration_seconds = t.duration_seconds
      from jsonb_to_recordset(${JSON.stringify(texts.slice(from, from + TEXTS))}::jsonb)
        as t (id uuid, body text, video text, captions jsonb, chapters jsonb, duration_seconds int)
      where l.id = t.id`)
}

/** Sets the duration of lab lessons to that of their labs. */
async function followLabDurations(tx: Tx, ids: string[]) {
  await tx
    .update(lessons)
    .set({ duration_seconds: sql`${labs.duration_minutes} * 60` })
    .from(labs)
    .where(and(eq(labs.id, lessons.lab_id), inArray(lessons.id, ids)))
}

/** Sets when each of these lessons was last changed by a published revision that was not reverted. */
async function markChangedLessons(tx: Tx, courseId: string, ids: string[]) {
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

/** Updates the duration of lab lessons to that of the lab, except those with an explicit duration. */
async function moveLabDurations(tx: Tx, labId: string, before: number, after: number) {
  await tx
    .update(lessons)
    .set({ duration_seconds: after })
    .where(and(eq(lessons.lab_id, labId), eq(lessons.duration_seconds, before)))
}

/** Clears the prerequisites that refer to or belong to removed sections. */
async function unlinkSections(tx: Tx, ids: string[]) {
  await tx
    .update(sections)
    .set({ opens_after_id: null })
    .where(sql`${inArray(sections.id, ids)} or ${inArray(sections.opens_after_id, ids)}`)
}

/** `courses`: ids of the courses, in order. */
async function saveBundles(tx: Tx, rows: (typeof bundles.$inferInsert & { id: string; courses: string[] })[]) {
  await bundleWrites.save(
    tx,
    rows.map(({ courses: _, ...row }) => row),
  )
  const members = rows.flatMap(({ id, courses }) =>
    courses.map((course_id, position) => ({ bundle_id: id, course_id, position })),
  )
  const ids = rows.map(({ id }) => id)
  await tx.delete(bundleCourses).where(inArray(bundleCourses.bundle_id, ids))
  if (members.length > 0) await tx.insert(bundleCourses).values(members)
}

/**
 * A bundle on sale that contains a course with a price in another currency. The value of such a course in the bundle cannot be computed. Concurrent
 * callers wait until the transaction ends, because they cannot see each other's uncommitted writes.
 */
async function findMixedBundle(tx: Tx, { bundle, course }: { bundle?: string; course?: string }) {
  await lockName(tx, 'currencies of bundles')
  const [found] = await tx
    .select({
      bundle: bundles.title,
      currency: bundles.price_currency,
      course: courses.title,
      other: courses.price_currency,
    })
    .from(bundles)
    .innerJoin(bundleCourses, eq(bundleCourses.bundle_id, bundles.id))
    .innerJoin(courses, eq(courses.id, bundleCourses.course_id))
    .where(
      and(
        eq(bundles.status, 'published'),
        gt(courses.price_amount, 0),
        ne(courses.price_currency, bundles.price_currency),
        bundle === undefined ? undefined : eq(bundles.id, bundle),
        course === undefined ? undefined : eq(courses.id, course),
      ),
    )
    .limit(1)
  return found
}

/** The beta testers of a course. `lockCourse` prevents its deletion and throws `not_found`; `add` and `remove` return the ids of changed users. */
export const courseTesters = { lockCourse, add: insertBetaTesters, remove: deleteBetaTesters }

async function lockCourse(tx: Tx, slug: string) {
  const [row] = await tx
    .select({ id: courses.id, status: courses.status })
    .from(courses)
    .where(eq(courses.slug, slug))
    .for('no key update')
  if (!row) throw courseNotFound(slug)
  return row
}

async function insertBetaTesters(tx: Tx, course_id: string, users: string[]): Promise<string[]> {
  if (users.length === 0) return []
  const rows = users.map((user_id) => ({ course_id, user_id }))
  const inserted = await tx
    .insert(betaTesters)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: betaTesters.user_id })
  return inserted.map(({ id }) => id)
}

async function deleteBetaTesters(tx: Tx, courseId: string, users: string[]): Promise<string[]> {
  if (users.length === 0) return []
  const gone = await tx
    .delete(betaTesters)
    .where(and(eq(betaTesters.course_id, courseId), inArray(betaTesters.user_id, users)))
    .returning({ id: betaTesters.user_id })
  return gone.map(({ id }) => id)
}

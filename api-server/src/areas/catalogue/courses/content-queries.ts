import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.ts'
import { bundleCourses, bundles, courses, lessons, sections } from '../../../db/schema/index.ts'
import { upsertRows } from '../../../db/upsert.ts'

/** Writes whole courses and bundles for a content import. Rows are identified by id. */

export const saveCourses = (tx: Tx, rows: (typeof courses.$inferInsert)[]) =>
  upsertRows(tx, courses, rows, { version: sql`${courses.version} + 1`, updated_at: sql`now()` })

/** Restores archived rows that are in the course again. */
export const saveSections = (tx: Tx, rows: (typeof sections.$inferInsert)[]) =>
  upsertRows(
    tx,
    sections,
    rows.map((row) => ({ ...row, archived_at: null })),
  )

export const saveLessons = (tx: Tx, rows: (typeof lessons.$inferInsert)[]) =>
  upsertRows(
    tx,
    lessons,
    rows.map((row) => ({ ...row, archived_at: null })),
  )

export async function archiveCourses(tx: Tx, ids: string[]) {
  const changed = { status: 'archived' as const, version: sql`${courses.version} + 1`, updated_at: sql`now()` }
  await tx.update(courses).set(changed).where(inArray(courses.id, ids))
}

/** Clears the prerequisites that refer to or belong to removed sections. */
export async function unlinkSections(tx: Tx, ids: string[]) {
  await tx
    .update(sections)
    .set({ opens_after_id: null })
    .where(sql`${inArray(sections.id, ids)} or ${inArray(sections.opens_after_id, ids)}`)
}

export async function archiveSections(tx: Tx, ids: string[]) {
  await tx.update(sections).set({ archived_at: sql`now()` }).where(inArray(sections.id, ids))
}

export async function archiveLessons(tx: Tx, ids: string[]) {
  await tx.update(lessons).set({ archived_at: sql`now()` }).where(inArray(lessons.id, ids))
}

export async function deleteCourses(tx: Tx, ids: string[]) {
  await tx.delete(courses).where(inArray(courses.id, ids))
}

export async function deleteSections(tx: Tx, ids: string[]) {
  await tx.delete(sections).where(inArray(sections.id, ids))
}

export async function deleteLessons(tx: Tx, ids: string[]) {
  await tx.delete(lessons).where(inArray(lessons.id, ids))
}

/** The courses of a bundle are listed in order. */
export async function saveBundles(tx: Tx, rows: (typeof bundles.$inferInsert & { id: string; courses: string[] })[]) {
  await upsertRows(
    tx,
    bundles,
    rows.map(({ courses: _, ...row }) => row),
    { version: sql`${bundles.version} + 1`, updated_at: sql`now()` },
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
export async function findMixedBundle(tx: Tx, { bundle, course }: { bundle?: string; course?: string }) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('currencies of bundles'))`)
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

export async function archiveBundles(tx: Tx, ids: string[]) {
  const changed = { status: 'archived' as const, version: sql`${bundles.version} + 1`, updated_at: sql`now()` }
  await tx.update(bundles).set(changed).where(inArray(bundles.id, ids))
}

export async function deleteBundles(tx: Tx, ids: string[]) {
  await tx.delete(bundles).where(inArray(bundles.id, ids))
}

/** Updates the duration of lab lessons to that of the lab, except those with an explicit duration. */
export async function moveLabDurations(tx: Tx, labId: string, before: number, after: number) {
  await tx
    .update(lessons)
    .set({ duration_seconds: after })
    .where(and(eq(lessons.lab_id, labId), eq(lessons.duration_seconds, before)))
}

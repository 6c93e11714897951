import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.ts'
import { bundleCourses, bundles, courses, lessons, sections } from '../../db/schema/index.ts'
import { upsertRows } from '../../db/upsert.ts'

/** Writing of whole courses and bundles, as an import of content does it. Rows are known by their ids. */

export const saveCourses = (tx: Tx, rows: (typeof courses.$inferInsert)[]) =>
  upsertRows(tx, courses, rows, { version: sql`${courses.version} + 1`, updated_at: sql`now()` })

/** What was archived and is in a course again comes back. */
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

/** Nothing opens after a section that is leaving, nor does it open after another. */
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

/** The courses of a bundle are named in their order. */
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
 * A bundle on sale with a course that has its price in another currency: what such a course is worth in it cannot be said. Until the transaction
 * ends, other transactions that ask wait, because none of them sees what the others are about to write.
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

/** A lab lesson lasts as long as its lab runs, unless its files say another length. */
export async function moveLabDurations(tx: Tx, labId: string, before: number, after: number) {
  await tx
    .update(lessons)
    .set({ duration_seconds: after })
    .where(and(eq(lessons.lab_id, labId), eq(lessons.duration_seconds, before)))
}

import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../../db/open.ts'
import {
  bundleCourses,
  bundles,
  courses,
  exams,
  feedbackForms,
  feedbackQuestions,
  flags,
  labs,
  lessons,
  sections,
} from '../../../db/schema/index.ts'
import { ApiError } from '../../../errors.ts'
import { courseContent } from '../../catalogue/courses/index.ts'

export type ContentRows = Awaited<ReturnType<typeof listContentRows>>

/** The whole catalogue, without archived parts, in order. Archived courses, labs, exams and forms are included. */
export async function listContentRows(db: Db) {
  return {
    forms: await db.select().from(feedbackForms).orderBy(asc(feedbackForms.slug)),
    questions: await db
      .select()
      .from(feedbackQuestions)
      .where(isNull(feedbackQuestions.archived_at))
      .orderBy(asc(feedbackQuestions.form_id), asc(feedbackQuestions.position)),
    labs: await db.select().from(labs).orderBy(asc(labs.slug)),
    courses: await db.select().from(courses).orderBy(asc(courses.slug)),
    sections: await db
      .select()
      .from(sections)
      .where(isNull(sections.archived_at))
      .orderBy(asc(sections.course_id), asc(sections.position)),
    lessons: await db
      .select()
      .from(lessons)
      .where(isNull(lessons.archived_at))
      .orderBy(asc(lessons.course_id), asc(lessons.position)),
    bundles: await db.select().from(bundles).orderBy(asc(bundles.slug)),
    bundleCourses: await db
      .select()
      .from(bundleCourses)
      .orderBy(asc(bundleCourses.bundle_id), asc(bundleCourses.position)),
    exams: await db.select().from(exams).orderBy(asc(exams.slug)),
    flags: await db.select().from(flags).where(isNull(flags.archived_at)).orderBy(asc(flags.position)),
  }
}

/** Archived parts. They are restored if the same slug appears again. */
export async function listArchivedParts(db: Db) {
  return {
    sections: await db
      .select({ id: sections.id, course_id: sections.course_id, slug: sections.slug })
      .from(sections)
      .where(isNotNull(sections.archived_at)),
    lessons: await db
      .select({ id: lessons.id, course_id: lessons.course_id, section_id: lessons.section_id, slug: lessons.slug })
      .from(lessons)
      .where(isNotNull(lessons.archived_at))
      .orderBy(asc(lessons.archived_at)),
    flags: await db
      .select({ id: flags.id, lab_id: flags.lab_id, exam_id: flags.exam_id, slug: flags.slug })
      .from(flags)
      .where(isNotNull(flags.archived_at)),
    questions: await db
      .select({ id: feedbackQuestions.id, form_id: feedbackQuestions.form_id, slug: feedbackQuestions.slug })
      .from(feedbackQuestions)
      .where(isNotNull(feedbackQuestions.archived_at)),
  }
}

/** Tables whose rows may be deleted only if they have no learner history. */
const removable = {
  sections,
  lessons,
  flags,
  questions: feedbackQuestions,
  courses,
  labs,
  exams,
  bundles,
  forms: feedbackForms,
}
export type Removable = keyof typeof removable

/**
 * Ids of rows with learner history. Locks the rows and their parts first, so that a learner who starts with one meanwhile waits and no history
 * appears before the caller's change.
 */
export async function listWithHistory(tx: Tx, what: Removable, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const table = removable[what]
  const id: PgColumn = table.id
  await lockWithParts(tx, what, ids)
  const rows = await tx
    .select({ id: sql<string>`${id}` })
    .from(table)
    .where(and(inArray(id, ids), or(...history[what].map((where) => isWritten(where, id)))))
  return new Set(rows.map((row) => row.id))
}

/** Tables with history of this row, which prevent its deletion. Locks it like `listWithHistory`. */
export async function listHistory(tx: Tx, what: Removable, of: string): Promise<string[]> {
  const table = removable[what]
  const id: PgColumn = table.id
  await lockWithParts(tx, what, [of])
  const found: string[] = []
  for (const place of history[what]) {
    const [row] = await tx
      .select({ id })
      .from(table)
      .where(and(inArray(id, [of]), isWritten(place, id)))
    if (row) found.push(place[0])
  }
  return found
}

async function lockWithParts(tx: Tx, what: Removable, ids: string[]): Promise<void> {
  const table = removable[what]
  const id: PgColumn = table.id
  await tx.select({ id }).from(table).where(inArray(id, ids)).for('update')
  for (const [parts, owner] of belongings[what] ?? [])
    await tx.select({ id: parts.id }).from(parts).where(inArray(owner, ids)).for('update')
}

/** Whether the row has history at the moment. Locks nothing. */
export async function hasHistory(db: Db, what: Removable, id: string): Promise<boolean> {
  const table = removable[what]
  const rows = await db
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(and(eq(table.id, id), or(...history[what].map((where) => isWritten(where, table.id)))))
  return rows.length > 0
}

/** Parts that are deleted together with their owner. */
const belongings: { [What in Removable]?: [parts: PgTable & { id: PgColumn }, owner: PgColumn][] } = {
  courses: [[lessons, lessons.course_id]],
  labs: [[flags, flags.lab_id]],
  exams: [[flags, flags.exam_id]],
  forms: [[feedbackQuestions, feedbackQuestions.form_id]],
}

/**
 * A table and the column that references the row. With a third element, the column references a part of the row in that table; with 'list', it is a
 * JSON list that contains the row's id.
 */
type Place = [table: string, column: string, through?: { table: string; column: string } | 'list']

const isWritten = ([table, column, through]: Place, id: PgColumn) => {
  const [written, names] = [sql.identifier(table), sql.identifier(column)]
  if (through === 'list')
    return sql`exists (select from ${written} where ${written}.${names} @> jsonb_build_array(jsonb_build_object('id', ${id})))`
  if (!through) return sql`exists (select from ${written} where ${written}.${names} = ${id})`
  const [part, owner] = [sql.identifier(through.table), sql.identifier(through.column)]
  return sql`exists (select from ${written} join ${part} on ${part}.id = ${written}.${names} where ${part}.${owner} = ${id})`
}

const ofFlags = (column: string): Place[] =>
  ['flag_tries', 'flag_solves', 'flag_hints', 'flag_alerts'].map((table) => [
    table,
    'flag_id',
    { table: 'flags', column },
  ])

/** Places where history of each kind is stored. */
const history: Record<Removable, Place[]> = {
  // Sections are processed after their lessons, so only lessons that stay archived keep a section.
  sections: [['lessons', 'section_id']],
  lessons: [
    ['lesson_progress', 'lesson_id'],
    ['notes', 'lesson_id'],
    ['deployments', 'lesson_id'],
  ],
  flags: [
    ['flag_tries', 'flag_id'],
    ['flag_solves', 'flag_id'],
    ['flag_hints', 'flag_id'],
    ['flag_alerts', 'flag_id'],
    // A run or a booked exam that includes the flag accepts it until its end.
    ['lab_snapshots', 'flags', 'list'],
    ['exam_snapshots', 'flags', 'list'],
  ],
  questions: [['feedback_answers', 'question_id']],
  courses: [
    ['entitlements', 'course_id'],
    ['vouchers', 'course_id'],
    ['certificates', 'course_id'],
    ['feedback_responses', 'course_id'],
    ['deployments', 'course_id'],
    ['lesson_progress', 'course_id'],
    ['course_progress', 'course_id'],
    ['notes', 'lesson_id', { table: 'lessons', column: 'course_id' }],
    ['beta_testers', 'course_id'],
    ['orders', 'target_id'],
    ['bundle_courses', 'course_id'],
    ['exams', 'course_id'],
  ],
  labs: [
    ['entitlements', 'lab_id'],
    ['vouchers', 'lab_id'],
    ['deployments', 'lab_id'],
    ['lab_access', 'lab_id'],
    ['orders', 'target_id'],
    ['lessons', 'lab_id'],
    ...ofFlags('lab_id'),
  ],
  exams: [
    ['entitlements', 'exam_id'],
    ['vouchers', 'exam_id'],
    ['certificates', 'exam_id'],
    ['exam_attempts', 'exam_id'],
    ...ofFlags('exam_id'),
    ['orders', 'target_id'],
  ],
  bundles: [['orders', 'target_id']],
  forms: [
    ['feedback_responses', 'form_id'],
    ['courses', 'feedback_form_id'],
  ],
}

export async function hasContent(db: Db): Promise<boolean> {
  const counts = await Promise.all([courses, labs, exams].map((table) => db.$count(table)))
  return counts.some((count) => count > 0)
}

/**
 * Checks that bundles and their courses use the same currency. Must be called at the end of each transaction that writes prices. Limited to one
 * bundle or course if given.
 */
export async function assertBundlesInOneCurrency(
  tx: Tx,
  written: { bundle?: string; course?: string } = {},
): Promise<void> {
  const mixed = await courseContent.bundles.findMixed(tx, written)
  if (!mixed) return
  const { bundle, currency, course, other } = mixed
  throw new ApiError(
    'conflict',
    `The bundle ${bundle} is sold in ${currency}, but its course ${course} has its price in ${other}. Use one currency for both.`,
  )
}

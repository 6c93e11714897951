import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { courses, examAttempts, examSnapshots, exams } from '../../../db/schema/index.ts'
import { ApiError } from '../../../errors.ts'

const cardColumns = {
  slug: exams.slug,
  title: exams.title,
  cloud: exams.cloud,
  price: { amount: exams.price_amount, currency: exams.price_currency },
  duration_minutes: exams.duration_minutes,
  passing_points: exams.passing_points,
  attempts: exams.attempts,
  course: courses.slug,
  bookable: exams.bookable,
}

/** Published exams, without secrets: visitors and learners get the same rows. */
export const listPublishedExams = (db: Db) =>
  db
    .select(cardColumns)
    .from(exams)
    .leftJoin(courses, eq(courses.id, exams.course_id))
    .where(eq(exams.status, 'published'))
    .orderBy(asc(exams.title))

const detailColumns = {
  ...cardColumns,
  description: exams.description,
  rules: exams.rules,
  flags: sql<number>`(select count(*)::int from flags f where f.exam_id = ${exams.id} and f.archived_at is null)`,
  total_points: sql<number>`(select coalesce(sum(f.points), 0)::int from flags f where f.exam_id = ${exams.id} and f.archived_at is null)`,
}

const selectDetails = (db: Db) =>
  db.select(detailColumns).from(exams).leftJoin(courses, eq(courses.id, exams.course_id))

/** A published exam with all its public details. */
export async function findPublishedExam(db: Db, slug: string) {
  const [row] = await db
    .select({
      ...detailColumns,
      cooldown_days: exams.cooldown_days,
      reschedules: exams.reschedules,
      reschedule_until_hours: exams.reschedule_until_hours,
      resets: exams.resets,
      certificate_title: exams.certificate_title,
      certificate_months: exams.certificate_months,
    })
    .from(exams)
    .leftJoin(courses, eq(courses.id, exams.course_id))
    .where(and(eq(exams.slug, slug), eq(exams.status, 'published')))
  if (!row) throw new ApiError('not_found', `There is no exam called ${slug}.`)
  return row
}

/** An exam in any status, for learners who have it. */
export async function findExamDetails(db: Db, id: string) {
  const [row] = await selectDetails(db).where(eq(exams.id, id))
  if (!row) throw new ApiError('not_found', 'There is no such exam.')
  return row
}

/** Exams with these ids, and those the learner has ever attempted. */
export const listExamsOfLearner = (db: Db, userId: string, ids: string[]) =>
  db
    .select({ id: exams.id, ...cardColumns })
    .from(exams)
    .leftJoin(courses, eq(courses.id, exams.course_id))
    .where(
      or(
        ids.length > 0 ? inArray(exams.id, ids) : undefined,
        inArray(
          exams.id,
          db.select({ id: examAttempts.exam_id }).from(examAttempts).where(eq(examAttempts.user_id, userId)),
        ),
      ),
    )
    .orderBy(asc(exams.title))

/** All of the learner's attempts with the booked version of the exam; newest of each exam first. */
export const listAttemptsOfLearner = (db: Db, userId: string) =>
  db
    .select({ attempt: examAttempts, booked: examSnapshots.exam })
    .from(examAttempts)
    .leftJoin(examSnapshots, eq(examSnapshots.id, examAttempts.snapshot_id))
    .where(eq(examAttempts.user_id, userId))
    .orderBy(desc(examAttempts.created_at), desc(examAttempts.number))

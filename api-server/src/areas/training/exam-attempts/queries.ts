import { and, asc, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import {
  accountBookings,
  type CloudName,
  courses,
  examAttempts,
  examLedger,
  examSnapshots,
  exams,
  users,
} from '../../../db/schema/index.ts'
import { columnsOf, isUuid, oneRow } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'
import type { LearnerContent } from '../../../extension-points/content-references.ts'
import type { Span } from './booking/slot.ts'

const cardColumns = {
  ...columnsOf(exams, 'slug', 'title', 'cloud'),
  price: { amount: exams.price_amount, currency: exams.price_currency },
  ...columnsOf(exams, 'duration_minutes', 'passing_points', 'attempts'),
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
  ...columnsOf(exams, 'description', 'rules'),
  flags: sql<number>`(select count(*)::int from flags f where f.exam_id = ${exams.id} and f.archived_at is null)`,
  total_points: sql<number>`(select coalesce(sum(f.points), 0)::int from flags f where f.exam_id = ${exams.id} and f.archived_at is null)`,
}

const selectDetails = (db: Db) =>
  db.select(detailColumns).from(exams).leftJoin(courses, eq(courses.id, exams.course_id))

export async function findPublishedExam(db: Db, slug: string) {
  const [row] = await db
    .select({
      ...detailColumns,
      ...columnsOf(exams, 'cooldown_days', 'reschedules', 'reschedule_until_hours', 'resets', 'certificate_title'),
      ...columnsOf(exams, 'certificate_months'),
    })
    .from(exams)
    .leftJoin(courses, eq(courses.id, exams.course_id))
    .where(and(eq(exams.slug, slug), eq(exams.status, 'published')))
  if (!row) throw new ApiError('not_found', `There is no exam called ${slug}.`)
  return row
}

/** An exam in any status, for learners who have it. */
export const findExamDetails = (db: Db, id: string) =>
  oneRow(selectDetails(db).where(eq(exams.id, id)), () => new ApiError('not_found', 'There is no such exam.'))

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

export async function findAttemptOf(db: Db, userId: string, id: string) {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select()
    .from(examAttempts)
    .where(and(eq(examAttempts.id, id), eq(examAttempts.user_id, userId)))
  return row
}

/** Ledger with the usernames of the rows' authors. */
export const listLedgerWithActors = (db: Db, attemptId: string) =>
  db
    .select({
      ...columnsOf(examLedger, 'kind', 'from_at', 'until_at', 'seconds', 'points', 'reason', 'at', 'actor_id'),
      actor: users.username,
    })
    .from(examLedger)
    .leftJoin(users, eq(users.id, examLedger.actor_id))
    .where(eq(examLedger.attempt_id, attemptId))
    .orderBy(asc(examLedger.position))

export async function findBookedUntil(db: Db, attemptId: string): Promise<Date | null> {
  const [row] = await db
    .select({ until: accountBookings.until_at })
    .from(accountBookings)
    .where(eq(accountBookings.attempt_id, attemptId))
  return row?.until ?? null
}

/** Notes, reports, points and cases reference the attempt, so they move with it. */
export async function moveAttempts(tx: Tx, { user_id, exam_id }: LearnerContent, to: string): Promise<void> {
  if (!exam_id) return
  await tx
    .update(examAttempts)
    .set({ user_id: to, version: sql`${examAttempts.version} + 1` })
    .where(and(eq(examAttempts.user_id, user_id), eq(examAttempts.exam_id, exam_id)))
}

export const listBookedSpans = (db: Db, cloud: CloudName, examId: string): Promise<Span[]> =>
  db
    .select({ from: accountBookings.from_at, until: accountBookings.until_at })
    .from(accountBookings)
    .innerJoin(examAttempts, eq(examAttempts.id, accountBookings.attempt_id))
    .where(and(eq(accountBookings.cloud, cloud), eq(examAttempts.exam_id, examId)))

/** Maximum number of exams listed per day. */
const MAX_SITTINGS = 500

export const listSittings = (db: Db, cloud: CloudName, { from, until }: Span) =>
  db
    .select({
      attempt_id: examAttempts.id,
      exam: exams.slug,
      title: exams.title,
      ...columnsOf(users, 'username', 'full_name'),
      ...columnsOf(examAttempts, 'state', 'number', 'scheduled_at', 'time_zone'),
      ...columnsOf(accountBookings, 'from_at', 'until_at'),
    })
    .from(accountBookings)
    .innerJoin(examAttempts, eq(examAttempts.id, accountBookings.attempt_id))
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .innerJoin(users, eq(users.id, examAttempts.user_id))
    .where(
      and(eq(accountBookings.cloud, cloud), lt(accountBookings.from_at, until), gt(accountBookings.until_at, from)),
    )
    .orderBy(asc(examAttempts.scheduled_at), asc(users.username))
    .limit(MAX_SITTINGS)

import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import {
  contentTitle,
  courseProgress,
  courses,
  deployments,
  entitlements,
  examAttempts,
  exams,
  invoices,
  labs,
  lessonProgress,
  lessons,
  outbox,
  sessions,
  users,
  vouchers,
} from '../../../../db/schema/index.ts'

/** Maximum number of rows of each kind in one evidence archive. */
const MAX_ROWS = 5000

/** Accounts that used the order's seats. */
const holders = (db: Db, orderId: string) =>
  db
    .select({ id: entitlements.user_id })
    .from(entitlements)
    .innerJoin(vouchers, eq(vouchers.id, entitlements.voucher_id))
    .where(eq(vouchers.order_id, orderId))
const targets = (db: Db, orderId: string, column: 'course_id' | 'lab_id' | 'exam_id') =>
  db
    .select({ id: sql<string>`${vouchers[column]}` })
    .from(vouchers)
    .where(and(eq(vouchers.order_id, orderId), isNotNull(vouchers[column])))

export const listUsed = (db: Db, orderId: string) =>
  db
    .select({
      seat: sql<number>`${vouchers.seat} + 1`,
      content: contentTitle(vouchers),
      recipient: vouchers.recipient,
      used_by: users.username,
      email: users.email,
      used_at: entitlements.created_at,
      access_until: entitlements.ends_at,
    })
    .from(vouchers)
    .leftJoin(entitlements, eq(entitlements.voucher_id, vouchers.id))
    .leftJoin(users, eq(users.id, entitlements.user_id))
    .where(eq(vouchers.order_id, orderId))
    .orderBy(asc(vouchers.seat), asc(vouchers.id))
    .limit(MAX_ROWS)

/** Mails about the order and its vouchers. Without bodies, because they contain codes. */
export const listMails = (db: Db, orderId: string) =>
  db
    .select({
      to: outbox.recipient,
      subject: outbox.subject,
      state: outbox.state,
      written_at: outbox.created_at,
      sent_at: outbox.sent_at,
      message_id: outbox.message_id,
    })
    .from(outbox)
    .where(
      or(
        eq(outbox.about, `order:${orderId}`),
        sql`${outbox.about} in (select 'voucher:' || v.id from vouchers v where v.order_id = ${orderId}::uuid)`,
        sql`${outbox.dedupe_key} like ${`order:${orderId}:%`}`,
      ),
    )
    .orderBy(asc(outbox.created_at), asc(outbox.id))
    .limit(MAX_ROWS)

/** Sessions of the buyer and of the accounts that used the seats. Excludes sessions of administrators viewing as a learner. */
export const listSignIns = (db: Db, orderId: string, buyerId: string) =>
  db
    .select({
      username: users.username,
      signed_in_at: sessions.created_at,
      last_used_at: sessions.last_used_at,
      address: sessions.address,
      browser: sessions.user_agent,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        isNull(sessions.see_as_by),
        or(eq(sessions.user_id, buyerId), inArray(sessions.user_id, holders(db, orderId))),
      ),
    )
    .orderBy(asc(sessions.created_at), asc(sessions.id))
    .limit(MAX_ROWS)

export const listWatched = (db: Db, orderId: string) =>
  db
    .select({
      username: users.username,
      course: courses.title,
      lesson: lessons.title,
      begun_at: lessonProgress.begun_at,
      seconds_watched: sql<number>`(select coalesce(round(sum((span ->> 1)::numeric - (span ->> 0)::numeric)), 0)::int
        from jsonb_array_elements(${lessonProgress.intervals}) span)`,
      completed_at: lessonProgress.completed_at,
    })
    .from(lessonProgress)
    .innerJoin(users, eq(users.id, lessonProgress.user_id))
    .innerJoin(lessons, eq(lessons.id, lessonProgress.lesson_id))
    .innerJoin(courses, eq(courses.id, lessonProgress.course_id))
    .where(
      and(
        inArray(lessonProgress.user_id, holders(db, orderId)),
        inArray(lessonProgress.course_id, targets(db, orderId, 'course_id')),
      ),
    )
    .orderBy(asc(users.username), asc(lessonProgress.begun_at))
    .limit(MAX_ROWS)

export const listDeployed = (db: Db, orderId: string) =>
  db
    .select({
      username: users.username,
      lab: labs.title,
      state: deployments.state,
      asked_at: deployments.queued_at,
      built_at: deployments.applied_at,
    })
    .from(deployments)
    .innerJoin(users, eq(users.id, deployments.user_id))
    .innerJoin(labs, eq(labs.id, deployments.lab_id))
    .where(
      and(
        inArray(deployments.user_id, holders(db, orderId)),
        or(
          inArray(deployments.lab_id, targets(db, orderId, 'lab_id')),
          sql`${deployments.lab_id} in (select l.lab_id from ${lessons} l
            where l.course_id in (${targets(db, orderId, 'course_id')}))`,
        ),
      ),
    )
    .orderBy(asc(deployments.queued_at), asc(deployments.id))
    .limit(MAX_ROWS)

export const listAttempts = (db: Db, orderId: string) =>
  db
    .select({
      username: users.username,
      exam: exams.title,
      state: examAttempts.state,
      booked_for: examAttempts.scheduled_at,
      started_at: examAttempts.started_at,
      decided_at: examAttempts.decided_at,
    })
    .from(examAttempts)
    .innerJoin(users, eq(users.id, examAttempts.user_id))
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(
      and(
        inArray(examAttempts.user_id, holders(db, orderId)),
        inArray(examAttempts.exam_id, targets(db, orderId, 'exam_id')),
      ),
    )
    .orderBy(asc(examAttempts.started_at), asc(examAttempts.id))
    .limit(MAX_ROWS)

export const listCompleted = (db: Db, orderId: string) =>
  db
    .select({ username: users.username, course: courses.title, completed_at: courseProgress.completed_at })
    .from(courseProgress)
    .innerJoin(users, eq(users.id, courseProgress.user_id))
    .innerJoin(courses, eq(courses.id, courseProgress.course_id))
    .where(
      and(
        inArray(courseProgress.user_id, holders(db, orderId)),
        inArray(courseProgress.course_id, targets(db, orderId, 'course_id')),
        isNotNull(courseProgress.completed_at),
      ),
    )
    .orderBy(asc(courseProgress.completed_at))
    .limit(MAX_ROWS)

/** Accounts that used the order's seats, and the content of the seats. Used to find their certificates. */
export async function findHoldersAndTargets(db: Db, orderId: string) {
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  return {
    users: idsOf(await holders(db, orderId)),
    courses: idsOf(await targets(db, orderId, 'course_id')),
    exams: idsOf(await targets(db, orderId, 'exam_id')),
    limit: MAX_ROWS,
  }
}

export const listDocuments = (db: Db, orderId: string) =>
  db
    .select({
      number: sql<string>`${invoices.series} || '-' || lpad(${invoices.number}::text, 6, '0')`,
      kind: invoices.kind,
      total: invoices.total_amount,
      tax: invoices.tax_amount,
      currency: invoices.currency,
      issued_at: invoices.issued_at,
    })
    .from(invoices)
    .where(eq(invoices.order_id, orderId))
    .orderBy(asc(invoices.issued_at), asc(invoices.id))
    .limit(MAX_ROWS)

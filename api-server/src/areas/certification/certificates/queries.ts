import type { CertificateRow } from '@flagyard/api-types'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { pipelinedRead } from '../../../db/prepared.ts'
import {
  type CheckKind,
  certificateChecks,
  certificates,
  certificateVersions,
  courseProgress,
  courses,
  entitlements,
  examAttempts,
  exams,
  lessonProgress,
  lessons,
  orders,
  organisations,
  sections,
  users,
  vouchers,
} from '../../../db/schema/index.ts'
import type { EarnedBy } from '../../../ports/ports.ts'
import { isUnderReview } from '../../training/exam-attempts/index.ts'

export type Certificate = typeof certificates.$inferSelect
export type NewCertificate = typeof certificates.$inferInsert
type CertificateState = CertificateRow['state']

/** State by the database clock. Withdrawn and revoked take precedence over expired. */
export const currentState = sql<CertificateState>`case
  when ${certificates.withdrawn_at} is not null then 'withdrawn'
  when ${certificates.revoked_at} is not null then 'revoked'
  when ${certificates.valid_until} <= now() then 'expired'
  else 'valid' end`

const select = (db: Db) => db.select({ certificate: certificates, state: currentState }).from(certificates)
export type CertificateWithState = Awaited<ReturnType<typeof select>>[number]

export async function findCertificate(db: Db, id: string): Promise<CertificateWithState | undefined> {
  const [row] = await select(db).where(eq(certificates.id, id))
  return row
}

export const listCertificatesOf = (db: Db, userId: string) => ofUser(db, { userId })

const ofUser = pipelinedRead('list_certificates', (db) =>
  select(db)
    .where(and(eq(certificates.user_id, sql.placeholder('userId')), isNull(certificates.withdrawn_at)))
    .orderBy(desc(certificates.issued_at)),
)

/** Days before the expiry from which a certificate can be renewed. */
export const RENEWAL_DAYS = 60
const renewableFrom = sql<Date | null>`(${certificates.valid_until} - make_interval(days => ${sql.raw(String(RENEWAL_DAYS))}))`
const isRenewable = sql<boolean>`coalesce(${certificates.revoked_at} is null and ${renewableFrom} <= now(), false)`

const selectIssued = (db: Db) =>
  db.select({ certificate: certificates, state: currentState, is_renewable: isRenewable }).from(certificates)
export type IssuedCertificate = Awaited<ReturnType<typeof selectIssued>>[number]

/** The learner's certificate of this type that is neither revoked nor renewed, or else the newest revoked one. */
export async function findIssued(db: Db, userId: string, courseId: string, type: Certificate['type']) {
  const [row] = await selectIssued(db)
    .where(
      and(
        eq(certificates.user_id, userId),
        eq(certificates.course_id, courseId),
        eq(certificates.type, type),
        isNull(certificates.withdrawn_at),
        isNull(certificates.renewed_at),
      ),
    )
    .orderBy(sql`${certificates.revoked_at} is not null`, desc(certificates.issued_at))
    .limit(1)
  return row
}

/** Finds a course by id or slug. Drafts are hidden from learners. */
export async function findCourse(db: Db, ref: string) {
  const key = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(ref) ? eq(courses.id, ref) : eq(courses.slug, ref)
  const [row] = await db
    .select()
    .from(courses)
    .where(and(key, sql`${courses.status} <> 'draft'`))
  return row
}

/** Courses that the learner has completed, or whose exam they have passed. */
export const listFinishedCourses = (db: Db, userId: string) =>
  db
    .select()
    .from(courses)
    .where(
      and(
        ne(courses.status, 'draft'),
        or(
          inArray(
            courses.id,
            db
              .select({ id: courseProgress.course_id })
              .from(courseProgress)
              .where(and(eq(courseProgress.user_id, userId), isNotNull(courseProgress.completed_at))),
          ),
          inArray(
            courses.id,
            db
              .select({ id: sql<string>`${exams.course_id}` })
              .from(examAttempts)
              .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
              .where(and(eq(examAttempts.user_id, userId), eq(examAttempts.state, 'passed'))),
          ),
        ),
      ),
    )
    .orderBy(asc(courses.position), asc(courses.title))

export const listIssued = (db: Db, userId: string) =>
  selectIssued(db)
    .where(and(eq(certificates.user_id, userId), isNull(certificates.withdrawn_at), isNull(certificates.renewed_at)))
    .orderBy(sql`${certificates.revoked_at} is not null`, desc(certificates.issued_at))

/** Required lessons of the course, in order, with the learner's completion. */
export async function listRequiredLessons(db: Db, userId: string, courseId: string) {
  return db
    .select({
      section: sections.slug,
      lesson: lessons.slug,
      title: lessons.title,
      completed: sql<boolean>`${lessonProgress.completed_at} is not null`,
    })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .leftJoin(lessonProgress, and(eq(lessonProgress.lesson_id, lessons.id), eq(lessonProgress.user_id, userId)))
    .where(
      and(
        eq(lessons.course_id, courseId),
        eq(lessons.required, true),
        isNull(lessons.archived_at),
        isNull(sections.archived_at),
      ),
    )
    .orderBy(sections.position, lessons.position)
}

/** A completed course stays completed when lessons are added later. */
export async function isCourseCompleted(db: Db, userId: string, courseId: string): Promise<boolean> {
  const [row] = await db
    .select({ at: courseProgress.completed_at })
    .from(courseProgress)
    .where(and(eq(courseProgress.user_id, userId), eq(courseProgress.course_id, courseId)))
  return row?.at != null
}

/** Company that paid for the learner's access: the current name of the organisation, else the order's billing details, else the voucher. */
export async function findCompany(db: Db, userId: string, courseId: string): Promise<string | null> {
  const company = sql<
    string | null
  >`coalesce(${organisations.name}, nullif(${orders.billing} ->> 'company', ''), nullif(${vouchers.organisation}, ''))`
  const rows = await db
    .select({ company })
    .from(entitlements)
    .leftJoin(orders, eq(orders.id, entitlements.order_id))
    .leftJoin(vouchers, eq(vouchers.id, entitlements.voucher_id))
    .leftJoin(
      organisations,
      eq(organisations.id, sql`coalesce(${orders.organisation_id}, ${vouchers.organisation_id})`),
    )
    .where(and(eq(entitlements.user_id, userId), eq(entitlements.course_id, courseId), isNull(entitlements.revoked_at)))
    .orderBy(desc(entitlements.created_at))
  return rows.find((row) => row.company)?.company ?? null
}

/** The course's exam with this slug. Without a slug, the one the learner has passed, even if it was unpublished since, or else the published one. */
export async function findExamOf(db: Db, userId: string, courseId: string, slug: string | undefined) {
  const passed = sql<boolean>`exists (select from ${examAttempts} where ${examAttempts.exam_id} = ${exams.id}
    and ${examAttempts.user_id} = ${userId} and ${examAttempts.state} = 'passed')`
  const [row] = await db
    .select()
    .from(exams)
    .where(
      and(
        eq(exams.course_id, courseId),
        slug === undefined ? or(passed, eq(exams.status, 'published')) : eq(exams.slug, slug),
      ),
    )
    .orderBy(desc(passed), desc(exams.created_at))
    .limit(1)
  return row
}

/** The passed attempt with the most points; with `since`, among those that ended after it and have no certificate. */
export async function findPassedAttempt(db: Db, userId: string, examId: string, since?: Date) {
  const [row] = await db
    .select({
      id: examAttempts.id,
      points: examAttempts.points,
      extra_points: examAttempts.extra_points,
      exam_id: examAttempts.exam_id,
      snapshot_id: examAttempts.snapshot_id,
      under_review: isUnderReview,
    })
    .from(examAttempts)
    .where(
      and(
        eq(examAttempts.user_id, userId),
        eq(examAttempts.exam_id, examId),
        eq(examAttempts.state, 'passed'),
        since && gt(examAttempts.decided_at, since),
        // An attempt ends shortly after the transaction that issues its certificate begins.
        since &&
          sql`not exists (select from ${certificates} c where c.attempt_id = ${examAttempts.id} and c.withdrawn_at is null)`,
      ),
    )
    .orderBy(desc(sql`${examAttempts.points} + ${examAttempts.extra_points}`))
    .limit(1)
  return row
}

/** Whether the learner completed a refresher course of this course during the renewal period of the certificate. */
export async function hasRefreshed(db: Db, { user_id, valid_until }: Certificate, course: string): Promise<boolean> {
  if (user_id === null || valid_until === null) return false
  const rows = await db
    .select({ id: courses.id })
    .from(courses)
    .innerJoin(courseProgress, eq(courseProgress.course_id, courses.id))
    .where(
      and(
        eq(courses.renews, course),
        eq(courseProgress.user_id, user_id),
        sql`${courseProgress.completed_at} >= ${valid_until}::timestamptz - make_interval(days => ${RENEWAL_DAYS}::int)`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Marks a certificate as renewed; false if it was renewed or revoked meanwhile. Of concurrent calls, one succeeds. */
export async function markRenewed(tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .update(certificates)
    .set({ renewed_at: sql`now()` })
    .where(and(eq(certificates.id, id), isNull(certificates.renewed_at), isNull(certificates.revoked_at)))
    .returning({ id: certificates.id })
  return rows.length > 0
}

/** Inserts the certificate, unless the learner has one that is not revoked or withdrawn, or one for this attempt. Concurrent calls insert a single row. */
export async function insertCertificate(
  tx: Db,
  row: NewCertificate,
  months: number | null,
): Promise<Certificate | undefined> {
  const valid_until = months === null ? null : sql`now() + make_interval(months => ${months}::int)`
  const [inserted] = await tx
    .insert(certificates)
    .values({ ...row, valid_until })
    .onConflictDoNothing()
    .returning()
  return inserted
}

export type { CheckKind }

/** Adds one to the month's count. */
export async function countCheck(db: Db, certificate_id: string, kind: CheckKind): Promise<void> {
  await db
    .insert(certificateChecks)
    .values({ certificate_id, kind, month: sql`date_trunc('month', now() at time zone 'utc')::date` })
    .onConflictDoUpdate({
      target: [certificateChecks.certificate_id, certificateChecks.month, certificateChecks.kind],
      set: { count: sql`${certificateChecks.count} + 1` },
    })
}

export const saveVersion = (tx: Db, row: Certificate, reason: string | null, actorId: string | null) =>
  saveVersions(tx, [row], reason, actorId)

export async function saveVersions(tx: Db, rows: Certificate[], reason: string | null, actorId: string | null) {
  if (rows.length === 0) return
  await tx.insert(certificateVersions).values(
    rows.map((row) => {
      const { id, version, name, title, company, points, hours, outcomes, type, issued_at, valid_until } = row
      const { revoked_at } = row
      const snapshot = { name, title, company, points, hours, outcomes, type, issued_at, valid_until, revoked_at }
      return { certificate_id: id, version, snapshot, reason, actor_id: actorId }
    }),
  )
}

export async function lockCertificate(tx: Db, id: string): Promise<Certificate | undefined> {
  const [row] = await tx.select().from(certificates).where(eq(certificates.id, id)).for('update')
  return row
}

export async function hasSuccessor(tx: Db, { user_id, course_id, type }: Certificate): Promise<boolean> {
  if (user_id === null || course_id === null) return false
  return (await findIssued(tx, user_id, course_id, type))?.certificate.revoked_at === null
}

type CertificateChange = { name?: string; revoked?: boolean; reason?: string | null }

export async function updateCertificate(tx: Db, id: string, change: CertificateChange): Promise<Certificate> {
  const [row] = await updateCertificates(tx, [id], change)
  if (!row) throw new Error('A locked certificate is gone')
  return row
}

export const updateCertificates = (tx: Db, ids: string[], { name, revoked, reason }: CertificateChange) =>
  tx
    .update(certificates)
    .set({
      version: sql`${certificates.version} + 1`,
      ...(name === undefined ? {} : { name }),
      ...(revoked === undefined
        ? {}
        : { revoked_at: revoked ? sql`now()` : null, reason: revoked ? (reason ?? null) : null }),
    })
    .where(inArray(certificates.id, ids))
    .returning()

export async function setBadgeIssue(tx: Db, id: string, badge_issue: number): Promise<void> {
  await tx.update(certificates).set({ badge_issue }).where(eq(certificates.id, id))
}

/** Keeps the row, so that its page can say that the certificate was withdrawn. */
export async function withdrawCertificate(tx: Db, id: string) {
  await tx.update(certificates).set({ withdrawn_at: sql`now()` }).where(eq(certificates.id, id))
}

/** Whether the learner has or had access to the course that was neither revoked nor suspended. */
export async function hadAccess(db: Db, userId: string, courseId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(
      and(
        eq(entitlements.user_id, userId),
        eq(entitlements.course_id, courseId),
        isNull(entitlements.revoked_at),
        isNull(entitlements.suspended_at),
        sql`${entitlements.starts_at} <= now()`,
      ),
    )
    .limit(1)
  return row !== undefined
}

export const listEarned = async (db: Db, { users: holders, courses: byCourse, exams: byExam, limit }: EarnedBy) =>
  db
    .select({
      username: users.username,
      certificate: certificates.id,
      name: certificates.name,
      title: certificates.title,
      type: certificates.type,
      issued_at: certificates.issued_at,
      revoked_at: certificates.revoked_at,
    })
    .from(certificates)
    .innerJoin(users, eq(users.id, certificates.user_id))
    .where(
      and(
        inArray(certificates.user_id, holders),
        or(inArray(certificates.course_id, byCourse), inArray(certificates.exam_id, byExam)),
        isNull(certificates.withdrawn_at),
      ),
    )
    .orderBy(asc(certificates.issued_at), asc(certificates.id))
    .limit(limit)

export async function findCertificateId(db: Db, userId: string, course: string): Promise<string | null> {
  const [row] = await ofCourse(db, { userId, course })
  return row?.id ?? null
}

const ofCourse = pipelinedRead('find_certificate_of_course', (db) =>
  db
    .select({ id: certificates.id })
    .from(certificates)
    .innerJoin(courses, eq(courses.id, certificates.course_id))
    .where(
      and(
        eq(certificates.user_id, sql.placeholder('userId')),
        eq(courses.slug, sql.placeholder('course')),
        isNull(certificates.withdrawn_at),
      ),
    )
    .orderBy(desc(certificates.issued_at))
    .limit(1),
)

/**
 * Certificates of the exam without a passed attempt: neither their own is passed, nor another one without a certificate. Excludes revoked and withdrawn
 * ones.
 */
export const listUnsupported = (db: Db, userId: string, examId: string) =>
  db
    .select({ id: certificates.id })
    .from(certificates)
    .where(
      and(
        eq(certificates.user_id, userId),
        eq(certificates.exam_id, examId),
        isNull(certificates.revoked_at),
        isNull(certificates.withdrawn_at),
        sql`not exists (select from ${examAttempts} a where a.user_id = ${userId} and a.exam_id = ${examId} and a.state = 'passed'
          and not exists (select from ${certificates} other where other.attempt_id = a.id and other.id <> ${certificates.id}
            and other.withdrawn_at is null))`,
      ),
    )

import { PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import {
  deployments,
  entitlements,
  examAttempts,
  examNotes,
  examReports,
  exams,
  flags,
  flagTries,
  users,
} from '../../../../db/schema/index.ts'
import { columnsOf, firstRow, hasId, isUuid, oneRow } from '../../../../db/sql.ts'
import { ApiError } from '../../../../errors.ts'
import { isEntitlementOpen } from '../../../catalogue/entitlements/index.ts'

/** Attempts for which a step may be due; `dueStep` determines which. */
export const listWithDueSteps = (db: Db) =>
  db
    .select({ id: examAttempts.id })
    .from(examAttempts)
    .where(
      or(
        inArray(examAttempts.state, ['preparing', 'active', 'provisional']),
        sql`${examAttempts.state} = 'scheduled'
          and ${examAttempts.scheduled_at} <= now() + make_interval(mins => ${PREPARE_MINUTES}::int)`,
      ),
    )
    .orderBy(asc(examAttempts.scheduled_at))
    .limit(1_000)

/** Learners whose next attempt is due: the first one, or the next after a cooldown if attempts are left. */
export const listDueAttempts = (db: Db) =>
  db
    .select({ user_id: entitlements.user_id, exam_id: exams.id })
    .from(entitlements)
    .innerJoin(exams, eq(exams.id, entitlements.exam_id))
    .where(
      and(
        isEntitlementOpen,
        // Filters out most rows: most learners with an exam already have an open attempt.
        sql`not exists (select 1 from ${examAttempts} where ${ofEntitled}
          and (${examAttempts.state} in ('purchased', 'scheduled', 'preparing', 'active', 'provisional')
            or ${examAttempts.state} = 'passed' and (coalesce(${examAttempts.renewable_from}, 'infinity') > now()
              or ${examAttempts.entitlement_id} = ${entitlements.id})))`,
        sql`${used} < ${exams.attempts}`,
        sql`not exists (select 1 from ${examAttempts} where ${ofEntitled} and (${examAttempts.barred_until} > now()
          or ${examAttempts.counted} and ${examAttempts.entitlement_id} = ${entitlements.id}
            and ${examAttempts.decided_at} + make_interval(days => ${cooldown}) > now()))`,
      ),
    )
    .limit(200)

const ofEntitled = sql`${eq(examAttempts.user_id, entitlements.user_id)} and ${eq(examAttempts.exam_id, entitlements.exam_id)}`
const used = sql`(select count(*) from ${examAttempts} where ${eq(examAttempts.entitlement_id, entitlements.id)}
  and ${examAttempts.counted} and ${examAttempts.state} in ('failed', 'no_show', 'disqualified', 'void'))`
/** Cooldown in days after the latest used attempt: the rule of `cooldownDays`. */
const cooldown = sql`coalesce((${exams.cooldown_days} ->> (least(${used}, jsonb_array_length(${exams.cooldown_days})) - 1)::int)::int, 0)`

/** Exams that an account currently has in progress. */
export const listRunningExams = (db: Db, userId: string) =>
  db
    .select({ id: examAttempts.id, slug: exams.slug, title: exams.title })
    .from(examAttempts)
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(and(eq(examAttempts.user_id, userId), eq(examAttempts.state, 'active')))
    .orderBy(asc(examAttempts.id))

/** The exam of this flag, which may be archived. */
export async function findExamOfFlag(db: Db, id: string): Promise<string> {
  const [row] = await db
    .select({ exam_id: flags.exam_id })
    .from(flags)
    .where(and(hasId(flags.id, id), isNotNull(flags.exam_id)))
  if (!row?.exam_id) throw examFlagNotFound()
  return row.exam_id
}

export const examFlagNotFound = () => new ApiError('not_found', 'There is no such flag.')

/** Environments of an attempt that ever ran. After a reset, flags of the previous environment still count. */
export const listEnvironmentsOf = (db: Db, attemptId: string) =>
  db
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.attempt_id, attemptId), isNotNull(deployments.running_at)))
    .orderBy(desc(deployments.running_at))

/** Flag tries of an attempt with their results; newest first. Never includes the submitted value. */
export const listTries = (db: Db, attempt: { id: string; user_id: string }) =>
  db
    .select({ id: flagTries.id, flag: flags.title, at: flagTries.at, correct: flagTries.correct, late: flagTries.late })
    .from(flagTries)
    .innerJoin(flags, eq(flags.id, flagTries.flag_id))
    // Filters by user_id first to use the index.
    .where(and(eq(flagTries.user_id, attempt.user_id), eq(flagTries.attempt_id, attempt.id)))
    .orderBy(desc(flagTries.at), desc(flagTries.id))
    .limit(1_000)

/** The learner's own attempt at an exam, with the minutes since it ended by the database clock. */
export async function findOwnAttempt(db: Db, userId: string, slug: string, id: string) {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select({
      ...columnsOf(examAttempts, 'id', 'state', 'started_at'),
      minutes_over: sql<number>`coalesce(extract(epoch from now() - ${examAttempts.decided_at}) / 60, 0)::float8`,
    })
    .from(examAttempts)
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(and(eq(examAttempts.id, id), eq(examAttempts.user_id, userId), eq(exams.slug, slug)))
  return row
}

const columns = { text: examNotes.text, updated_at: examNotes.updated_at, version: examNotes.version }

export const findNotes = (db: Db, attemptId: string) =>
  firstRow(db.select(columns).from(examNotes).where(eq(examNotes.attempt_id, attemptId)))

/** Inserts the first notes of an attempt; undefined if another device was faster. */
export async function insertNotes(db: Db, attemptId: string, text: string) {
  const [row] = await db
    .insert(examNotes)
    .values({ attempt_id: attemptId, text })
    .onConflictDoNothing()
    .returning(columns)
  return row
}

/** Updates the notes only if this is still the current version. */
export async function updateNotes(db: Db, attemptId: string, text: string, version: number) {
  const [row] = await db
    .update(examNotes)
    .set({ text, version: version + 1, updated_at: sql`now()` })
    .where(and(eq(examNotes.attempt_id, attemptId), eq(examNotes.version, version)))
    .returning(columns)
  return row
}

/** Name of an exam's notifications: one learner's attempts at it. The database trigger uses the same format. */
export const noticeOf = (userId: string, examId: string) => `${userId}:${examId}`

const attempt = sql`"exam_attempts"`
/** Fingerprint of everything the room shows of an attempt. It changes whenever any of that changes. */
const room = sql<string>`concat_ws(' ', md5(${attempt}::text),
  (select concat(count(*), max(l.position)) from exam_ledger l where l.attempt_id = ${attempt}.id),
  (select count(*) from flag_solves s where s.attempt_id = ${attempt}.id),
  (select count(*) from flag_tries t where t.user_id = ${attempt}.user_id and t.attempt_id = ${attempt}.id),
  (select concat(count(*), sum(r.version)) from exam_reports r where r.attempt_id = ${attempt}.id),
  (select md5(string_agg(s::text, '' order by s.id)) from exam_support s where s.attempt_id = ${attempt}.id and s.opened_at is not null),
  (select md5(string_agg(x::text, '' order by x.id)) from extra_points x where x.attempt_id = ${attempt}.id),
  (select md5(concat_ws(' ', d.id, d.state, d.reason, d.message, d.stages, d.console_url)) from deployments d
    where d.attempt_id = ${attempt}.id order by d.created_at desc, d.queued_at desc limit 1),
  (select md5(concat_ws(' ', p.id, p.state, p.stages)) from deployments p
    where p.preflight_of = ${attempt}.id order by p.created_at desc limit 1))`
const notes = sql<number>`coalesce((select n.version from exam_notes n where n.attempt_id = ${attempt}.id), 0)`

/** Fingerprint of the newest attempt and the version of its notes. Undefined without an attempt. */
export async function findFingerprint(db: Db, userId: string, examId: string) {
  const [row] = await db
    .select({ room, notes })
    .from(examAttempts)
    .where(and(eq(examAttempts.user_id, userId), eq(examAttempts.exam_id, examId)))
    .orderBy(desc(examAttempts.number))
    .limit(1)
  return row
}

const reportColumns = {
  ...columnsOf(examReports, 'id', 'kind', 'text', 'at', 'minute', 'environment', 'answer', 'answered_at'),
}

export const listReports = (db: Db, attemptId: string) =>
  db.select(reportColumns).from(examReports).where(eq(examReports.attempt_id, attemptId)).orderBy(desc(examReports.at))

export const listReportsWithActors = (db: Db, attemptId: string) =>
  db
    .select({ ...reportColumns, answered_by: users.username, version: examReports.version })
    .from(examReports)
    .leftJoin(users, eq(users.id, examReports.answered_by))
    .where(eq(examReports.attempt_id, attemptId))
    .orderBy(desc(examReports.at))

export async function countRecentReports(tx: Db, attemptId: string): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(examReports)
    .where(and(eq(examReports.attempt_id, attemptId), sql`${examReports.at} > now() - interval '1 hour'`))
  return row?.count ?? 0
}

export const insertReport = (tx: Db, values: typeof examReports.$inferInsert) =>
  oneRow(tx.insert(examReports).values(values).returning(reportColumns))

export async function findReport(db: Db, attemptId: string, id: string) {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select()
    .from(examReports)
    .where(and(eq(examReports.id, id), eq(examReports.attempt_id, attemptId)))
  return row
}

/** Saves the answer if the report is unchanged and unanswered; false otherwise. */
export async function updateAnswer(
  tx: Db,
  id: string,
  { version, answer, actor_id }: { version: number; answer: string; actor_id: string },
): Promise<boolean> {
  const rows = await tx
    .update(examReports)
    .set({ answer, answered_by: actor_id, answered_at: sql`now()`, version: version + 1 })
    .where(and(eq(examReports.id, id), eq(examReports.version, version), isNull(examReports.answered_at)))
    .returning({ id: examReports.id })
  return rows.length > 0
}

import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'

export interface Event {
  key: string
  at: string
  kind: string
  subject: string
  detail: string | null
}

interface Source {
  kind: string
  /** Its rows, each under the alias `s` with the account's id at hand. */
  from: SQL
  at: SQL
  id: SQL
  subject: SQL
  detail?: SQL
  where: (userId: string, username: string) => SQL
}

const own = (userId: string) => sql`s.user_id = ${userId}`
const title = sql`coalesce((select c.title from courses c where c.id = s.course_id),
  (select l.title from labs l where l.id = s.lab_id), (select e.title from exams e where e.id = s.exam_id))`
const lab = sql`coalesce((select l.title from labs l where l.id = s.lab_id), 'Exam environment')`
const exam = sql`(select e.title from exams e where e.id = s.exam_id)`
const course = sql`(select c.title from courses c where c.id = s.course_id)`
const lesson = sql`(select l.title from lessons l where l.id = s.lesson_id)`
const flag = sql`(select f.title from flags f where f.id = s.flag_id)`
const account = {
  from: sql`users s`,
  id: sql`s.id`,
  subject: sql`s.username`,
  where: (userId: string) => sql`s.id = ${userId}`,
}
const entitlement = { from: sql`entitlements s`, id: sql`s.id`, subject: title, where: own }
const deployment = { from: sql`deployments s`, id: sql`s.id`, subject: lab, where: own }
const attempt = { from: sql`exam_attempts s`, id: sql`s.id`, subject: exam, where: own }
const certificate = { from: sql`certificates s`, id: sql`s.id`, subject: sql`s.title`, where: own }
const order = { from: sql`orders s`, id: sql`s.id`, subject: sql`s.number || ' · ' || s.title`, where: own }
const session = {
  from: sql`sessions s`,
  id: sql`s.id`,
  subject: sql`coalesce(s.address, 'unknown address')`,
  where: own,
}

/** What a timeline is merged from; a feature adds a line. Each reads by an index that begins with the account. */
const sources: Source[] = [
  { ...account, kind: 'account.created', at: sql`s.created_at`, detail: sql`s.referrer` },
  { ...account, kind: 'account.activated', at: sql`s.activated_at` },
  { ...account, kind: 'account.disabled', at: sql`s.disabled_at`, detail: sql`s.disabled_reason` },
  { ...entitlement, kind: 'access.granted', at: sql`s.created_at`, detail: sql`s.source` },
  { ...entitlement, kind: 'access.suspended', at: sql`s.suspended_at`, detail: sql`s.reason` },
  { ...entitlement, kind: 'access.revoked', at: sql`s.revoked_at`, detail: sql`s.reason` },
  {
    kind: 'lesson.completed',
    ...{ from: sql`lesson_progress s`, at: sql`s.completed_at`, id: sql`s.lesson_id`, subject: lesson, where: own },
  },
  {
    kind: 'course.completed',
    ...{ from: sql`course_progress s`, at: sql`s.completed_at`, id: sql`s.course_id`, subject: course, where: own },
  },
  {
    kind: 'flag.solved',
    ...{ from: sql`flag_solves s`, at: sql`s.solved_at`, id: sql`s.id`, subject: flag, where: own },
  },
  { ...deployment, kind: 'deployment.asked', at: sql`s.created_at` },
  { ...deployment, kind: 'deployment.ended', at: sql`s.ended_at`, detail: sql`s.reason` },
  { ...attempt, kind: 'exam.bought', at: sql`s.created_at` },
  { ...attempt, kind: 'exam.started', at: sql`s.started_at` },
  { ...attempt, kind: 'exam.decided', at: sql`s.decided_at`, detail: sql`s.state` },
  {
    kind: 'voucher.owned',
    ...{ from: sql`vouchers s`, at: sql`s.created_at`, id: sql`s.id`, subject: title, detail: sql`s.recipient` },
    where: (userId) => sql`s.owner_id = ${userId}`,
  },
  { ...certificate, kind: 'certificate.issued', at: sql`s.issued_at` },
  { ...certificate, kind: 'certificate.revoked', at: sql`s.revoked_at`, detail: sql`s.reason` },
  { ...order, kind: 'order.placed', at: sql`s.created_at` },
  { ...order, kind: 'order.paid', at: sql`s.paid_at` },
  {
    kind: 'mail.queued',
    ...{
      from: sql`outbox s`,
      at: sql`s.created_at`,
      id: sql`s.id`,
      subject: sql`s.subject`,
      detail: sql`s.state`,
      where: own,
    },
  },
  { ...session, kind: 'session.started', at: sql`s.created_at` },
  { ...session, kind: 'session.ended', at: sql`s.ended_at`, detail: sql`s.end_reason` },
  {
    kind: 'audit',
    ...{ from: sql`audit s`, at: sql`s.at`, id: sql`s.id`, subject: sql`s.action` },
    detail: sql`coalesce(s.actor, 'the system') || coalesce(': ' || s.reason, '')`,
    where: (_, username) => sql`s.subject_type = 'user' and s.subject_id = ${username}`,
  },
]

/** The events of an account, the newest first, from every source no more than the page needs. */
export async function listEvents(
  db: Db,
  { userId, username }: { userId: string; username: string },
  { before, limit }: { before: { at: string; key: string } | null; limit: number },
): Promise<Event[]> {
  const parts = sources.map((source) => part(source, userId, username, before, limit))
  const merged = sql`select key, kind, subject, detail, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from (${sql.join(parts, sql` union all `)}) events order by events.at desc, key desc limit ${limit}`
  // Both drivers answer `execute` with rows; the type says so for neither.
  return ((await db.execute(merged)) as unknown as { rows: Event[] }).rows
}

function part(
  source: Source,
  userId: string,
  username: string,
  before: { at: string; key: string } | null,
  limit: number,
) {
  const { kind, from, at, id, subject, detail = sql`null`, where } = source
  const key = sql`(${kind}::text || ':' || ${id}::text)`
  const older = before
    ? sql`and ${at} <= ${before.at}::timestamptz and (${at} < ${before.at}::timestamptz or ${key} < ${before.key})`
    : sql``
  return sql`(select ${key} as key, ${kind}::text as kind, ${at} as at, coalesce(${subject}, '')::text as subject, ${detail}::text as detail
    from ${from} where ${where(userId, username)} and ${at} is not null ${older} order by ${at} desc, ${key} desc limit ${limit})`
}

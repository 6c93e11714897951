import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { examAttempts } from '../../../../db/schema/index.ts'

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

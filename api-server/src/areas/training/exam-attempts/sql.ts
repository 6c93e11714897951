import { type SQL, sql } from 'drizzle-orm'
import { conductCases, examAttempts, examReports, examSupport, exams } from '../../../db/schema/index.ts'

/** Points required to pass an attempt, as of its booking. */
export const passingPoints = sql<number>`coalesce((${examAttempts.terms} ->> 'passing_points')::int, ${exams.passing_points})`

// Uses the table name explicitly: in a query over this table only, Drizzle would write the column without its table, and PostgreSQL would resolve
// it to the conduct case.
/** Whether a conduct case about the attempt is open. Until it is decided, no certificate is issued for the attempt. */
export const isUnderReview = sql<boolean>`exists (select 1 from ${conductCases} doubt
  where doubt.attempt_id = exam_attempts.id and doubt.state = 'open')`

/** Whether the account has an exam in progress or in preparation. */
export const hasExamInProgress = (userId: SQL) => sql<boolean>`exists (select 1 from ${examAttempts} sitting
  where sitting.user_id = ${userId} and sitting.state in ('preparing', 'active'))`

/** Unanswered reports of candidates: one row per report. */
export const unansweredReports = sql`select ${examAttempts.user_id} as user_id from ${examReports}
  join ${examAttempts} on ${examAttempts.id} = ${examReports.attempt_id} where ${examReports.answered_at} is null`

/** Requests for room access that wait for a second administrator: one row per request. */
export const pendingRoomRequests = sql`select ${examAttempts.user_id} as user_id from ${examSupport}
  join ${examAttempts} on ${examAttempts.id} = ${examSupport.attempt_id}
  where ${examSupport.confirm_by} = 'administrator' and ${examSupport.opened_at} is null and ${examSupport.ended_at} is null
    and ${examSupport.confirm_until} > now() and ${examAttempts.state} in ('preparing', 'active')`

import { sql } from 'drizzle-orm'
import { examAttempts, examReports } from '../../../../db/schema/index.ts'

/** Unanswered reports of candidates: one row per report. */
export const unansweredReports = sql`select ${examAttempts.user_id} as user_id from ${examReports}
  join ${examAttempts} on ${examAttempts.id} = ${examReports.attempt_id} where ${examReports.answered_at} is null`

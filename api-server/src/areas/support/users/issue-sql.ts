import type { UserIssue } from '@flagyard/api-types'
import { type SQL, sql } from 'drizzle-orm'
import { conductCases, examAttempts, extraPoints, flagAlerts, orders, outbox } from '../../../db/schema/index.ts'
import { isUndelivered } from '../../../mail/undelivered-sql.ts'
import { overLimits } from '../../clouds/deployments/over-limits-sql.ts'
import { attemptsWithoutEnvironment } from '../../training/exam-attempts/incidents/without-environment-sql.ts'
import { unansweredReports } from '../../training/exam-attempts/sitting/unanswered-reports-sql.ts'
import { waitingRooms } from '../../training/exam-attempts/support/waiting-rooms-sql.ts'

/** Accounts with open issues, by kind of issue, with one row per issue. */
export const accountsWith: Record<UserIssue, SQL> = {
  flag_alert: sql`select ${flagAlerts.user_id} as user_id from ${flagAlerts} where ${flagAlerts.resolved_at} is null`,
  over_limits: overLimits,
  disputed_order: sql`select ${orders.user_id} as user_id from ${orders} where ${orders.state} = 'disputed'`,
  failed_mail: sql`select ${outbox.user_id} as user_id from ${outbox} where ${isUndelivered} and ${outbox.user_id} is not null`,
  extra_points: sql`select ${examAttempts.user_id} as user_id from ${extraPoints}
    join ${examAttempts} on ${examAttempts.id} = ${extraPoints.attempt_id} where ${extraPoints.state} = 'pending'`,
  conduct_case: sql`select ${examAttempts.user_id} as user_id from ${conductCases}
    join ${examAttempts} on ${examAttempts.id} = ${conductCases.attempt_id} where ${conductCases.state} = 'open'`,
  exam_environment: attemptsWithoutEnvironment,
  exam_report: unansweredReports,
  exam_room: waitingRooms,
}

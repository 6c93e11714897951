import type { UserIssue } from '@flagyard/api-types'
import { type SQL, sql } from 'drizzle-orm'
import { examAttempts, extraPoints, flagAlerts, orders, outbox } from '../../db/schema/index.ts'
import { isUndelivered } from '../../mail/undelivered-sql.ts'
import { attemptsWithoutEnvironment } from '../exam-room/without-environment-sql.ts'

/** For each kind of thing that waits for an administrator, the accounts it is about: one row for each thing. */
export const accountsWith: Record<UserIssue, SQL> = {
  flag_alert: sql`select ${flagAlerts.user_id} as user_id from ${flagAlerts} where ${flagAlerts.resolved_at} is null`,
  disputed_order: sql`select ${orders.user_id} as user_id from ${orders} where ${orders.state} = 'disputed'`,
  failed_mail: sql`select ${outbox.user_id} as user_id from ${outbox} where ${isUndelivered} and ${outbox.user_id} is not null`,
  extra_points: sql`select ${examAttempts.user_id} as user_id from ${extraPoints}
    join ${examAttempts} on ${examAttempts.id} = ${extraPoints.attempt_id} where ${extraPoints.state} = 'pending'`,
  exam_environment: attemptsWithoutEnvironment,
}

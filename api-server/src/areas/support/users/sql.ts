import type { UserIssue } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  conductCases,
  courseProgress,
  examAttempts,
  extraPoints,
  flagAlerts,
  flagSolves,
  lessonProgress,
  orders,
  outbox,
  users,
} from '../../../db/schema/index.ts'
import { isUndelivered } from '../../../mail/queries.ts'
import { overLimits } from '../../clouds/deployments/index.ts'
import {
  attemptsWithoutEnvironment,
  pendingRoomRequests,
  unansweredReports,
} from '../../training/exam-attempts/index.ts'

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
  exam_room: pendingRoomRequests,
}

type Filter = Output<'userFilter'>
type Deed = Exclude<NonNullable<Filter['did']>, 'joined'>

/** Accounts that did something in a period, counted in the same way as on the dashboard. */
export function whoDid({ did, did_from, did_until }: Filter): SQL | undefined {
  if (did === undefined) return undefined
  const during = (at: PgColumn) =>
    and(
      did_from === undefined ? undefined : gte(at, new Date(did_from)),
      did_until === undefined ? undefined : lt(at, new Date(did_until)),
    )
  if (did === 'joined') return during(users.created_at)
  const of = ([table, at, where]: Trace) =>
    sql`select distinct user_id from ${table} where ${and(sql`${at} is not null`, where, during(at))}`
  // As an array, so that Postgres looks up the accounts by id.
  return sql`${users.id} = any(array(${sql.join(traces[did].map(of), sql` union `)}))`
}

/** Table, time column and condition that record the activity. */
type Trace = [table: PgTable, at: PgColumn, where?: SQL]
const traces: Record<Deed, Trace[]> = {
  learned: [
    [lessonProgress, lessonProgress.completed_at],
    [flagSolves, flagSolves.solved_at],
  ],
  completed: [[courseProgress, courseProgress.completed_at]],
  paid: [[orders, orders.paid_at]],
  decided: [[examAttempts, examAttempts.decided_at, sql`${examAttempts.state} in ('passed', 'failed')`]],
}

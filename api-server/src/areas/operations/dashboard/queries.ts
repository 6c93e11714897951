import type { Cloud, CloudStatus, Dashboard, DeploymentState, LockReason, UserIssue } from '@flagyard/api-types'
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import {
  certificateCorrections,
  certificates,
  cloudAccounts,
  conductCases,
  courseProgress,
  courses,
  deployments,
  entitlements,
  exams,
  extraPoints,
  factors,
  flagAlerts,
  labs,
  lessonReports,
  orders,
  users,
  vouchers,
} from '../../../db/schema/index.ts'
import { isLearnersLab } from '../../clouds/deployments/index.ts'
import { undeliveredVouchers } from '../../commerce/vouchers/index.ts'
import { accountsWith } from '../../support/users/index.ts'

const monthAgo = sql`now() - interval '30 days'`

/** All figures of the dashboard in one statement, because a round trip to PostgreSQL takes longer than any of the counts. */
export async function countDashboard(db: Db) {
  const [row] = await db
    .select({
      users: sql<Dashboard['users']>`(select json_build_object('total', count(*),
        'active', count(*) filter (where ${users.activated_at} is not null and ${users.disabled_at} is null and ${users.deletion_due_at} is null),
        'new_last_30_days', count(*) filter (where ${users.created_at} > ${monthAgo}),
        'seen_last_7_days', count(*) filter (where ${users.last_seen_at} > now() - interval '7 days'))
        from ${users} where ${users.erased_at} is null)`,
      published: countOf(courses, sql`${courses.status} = 'published'`),
      enrolments: countOf(entitlements, sql`${entitlements.kind} = 'course' and ${entitlements.revoked_at} is null`),
      completed: countOf(courseProgress, isNotNull(courseProgress.completed_at)),
      certificates: sql<Dashboard['certificates']>`(select json_build_object('issued', count(*),
        'issued_last_30_days', count(*) filter (where ${certificates.issued_at} > ${monthAgo}))
        from ${certificates} where ${certificates.withdrawn_at} is null)`,
      // Paid orders of the last 30 days, with refunds subtracted.
      revenue: listOf<{ currency: string; orders: number; amount: number }>(sql`
        select ${orders.currency}, count(*) as orders, sum(${orders.total_amount} - ${orders.refunded_amount}) as amount
        from ${orders} where ${orders.paid_at} >= ${monthAgo} group by ${orders.currency}`),
      // Labs of learners. Excludes exam environments, which are counted with their exams, and tests by authors and candidates.
      deployments: listOf<{ state: DeploymentState; count: number }>(sql`
        select ${deployments.state}, count(*) from ${deployments} where ${isLearnersLab} group by ${deployments.state}`),
      accounts: listOf<AccountCount>(sql`
        select ${cloudAccounts.cloud}, ${cloudAccounts.status}, ${cloudAccounts.lock_reason}, count(*),
          count(*) filter (where ${cloudAccounts.status} = 'Pending' and ${cloudAccounts.last_error} is not null) as failing
        from ${cloudAccounts} where ${cloudAccounts.retired_at} is null
        group by ${cloudAccounts.cloud}, ${cloudAccounts.status}, ${cloudAccounts.lock_reason}`),
      issues: sql<Record<UserIssue, number>>`json_build_object(${sql.join(
        // The same number as the filtered list of users shows.
        Object.entries(accountsWith).map(
          ([issue, accounts]) =>
            sql`${sql.raw(`'${issue}'`)}, ${countOf(users, sql`${users.erased_at} is null and ${users.id} in (select i.user_id from (${accounts}) i)`)}`,
        ),
        sql`, `,
      )})`,
      disputed_orders: countOf(orders, sql`${orders.state} = 'disputed'`),
      waiting_extra_points: countOf(extraPoints, sql`${extraPoints.state} = 'pending'`),
      open_conduct_cases: countOf(conductCases, sql`${conductCases.state} = 'open'`),
      open_flag_alerts: countOf(flagAlerts, isNull(flagAlerts.resolved_at)),
      open_corrections: countOf(certificateCorrections, sql`${certificateCorrections.state} = 'open'`),
      open_lesson_reports: countOf(lessonReports, sql`${lessonReports.state} = 'open'`),
      undelivered_vouchers: countOf(vouchers, inArray(vouchers.id, undeliveredVouchers)),
    })
    .from(sql`(select 1) as unused`)
  if (!row) throw new Error('A select without a table returned no row')
  return row
}

export interface AccountCount {
  cloud: Cloud
  status: CloudStatus
  lock_reason: LockReason | null
  count: number
  /** Number of accounts whose credentials fail. */
  failing: number
}

const countOf = (table: PgTable, where: SQL) => sql<number>`(select count(*)::int from ${table} where ${where})`

const listOf = <Row>(query: SQL) => sql<Row[]>`(select coalesce(json_agg(r), '[]') from (${query}) r)`

/** Setup status: the caller's second factors, ready accounts, and content. */
export async function countSetup(db: Db, userId: string) {
  const [factor, account, course, lab, exam, published] = await Promise.all([
    db.$count(factors, and(eq(factors.user_id, userId), isNotNull(factors.confirmed_at))),
    db.$count(cloudAccounts, and(eq(cloudAccounts.status, 'Available'), isNull(cloudAccounts.retired_at))),
    db.$count(courses),
    db.$count(labs),
    db.$count(exams),
    db.$count(courses, eq(courses.status, 'published')),
  ])
  return { factors: factor, accounts: account, contents: course + lab + exam, published }
}

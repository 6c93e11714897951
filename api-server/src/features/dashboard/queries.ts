import type { Cloud, UserIssue } from '@flagyard/api-types'
import { and, count, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
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
} from '../../db/schema/index.ts'
import { isLearnersLab } from '../deployments/learners-lab-sql.ts'
import { accountsWith } from '../users/issue-sql.ts'
import { undeliveredVouchers } from '../vouchers/undelivered-sql.ts'
import type { AttentionCounts } from './attention.ts'

const monthAgo = sql`now() - interval '30 days'`

export async function countUsers(db: Db) {
  const [row] = await db
    .select({
      total: count(),
      active: sql<number>`(count(*) filter (where ${users.activated_at} is not null and ${users.disabled_at} is null and ${users.deletion_due_at} is null))::int`,
      new_last_30_days: sql<number>`(count(*) filter (where ${users.created_at} > ${monthAgo}))::int`,
      seen_last_7_days: sql<number>`(count(*) filter (where ${users.last_seen_at} > now() - interval '7 days'))::int`,
    })
    .from(users)
    .where(isNull(users.erased_at))
  return row ?? { total: 0, active: 0, new_last_30_days: 0, seen_last_7_days: 0 }
}

export async function countCourses(db: Db) {
  const published = db.select({ n: count() }).from(courses).where(eq(courses.status, 'published'))
  const enrolments = db
    .select({ n: count() })
    .from(entitlements)
    .where(and(eq(entitlements.kind, 'course'), isNull(entitlements.revoked_at)))
  const completed = db.select({ n: count() }).from(courseProgress).where(isNotNull(courseProgress.completed_at))
  const [[a], [b], [c]] = await Promise.all([published, enrolments, completed])
  return { published: a?.n ?? 0, enrolments: b?.n ?? 0, completed: c?.n ?? 0 }
}

export async function countCertificates(db: Db) {
  const [row] = await db
    .select({
      issued: count(),
      issued_last_30_days: sql<number>`(count(*) filter (where ${certificates.issued_at} > ${monthAgo}))::int`,
    })
    .from(certificates)
    .where(isNull(certificates.withdrawn_at))
  return row ?? { issued: 0, issued_last_30_days: 0 }
}

/** Paid orders of the last 30 days by currency, with refunds subtracted. */
export async function sumOrders(db: Db) {
  return db
    .select({
      currency: orders.currency,
      orders: count(),
      amount: sql<number>`coalesce(sum(${orders.total_amount} - ${orders.refunded_amount}), 0)::int`,
    })
    .from(orders)
    .where(gte(orders.paid_at, monthAgo))
    .groupBy(orders.currency)
}

/** Labs of learners: neither environments of exams, which are counted with their exams, nor what authors and candidates try. */
export async function countDeployments(db: Db) {
  return db
    .select({ state: deployments.state, count: count() })
    .from(deployments)
    .where(isLearnersLab)
    .groupBy(deployments.state)
}

export async function countAccounts(db: Db) {
  return db
    .select({
      cloud: cloudAccounts.cloud,
      status: cloudAccounts.status,
      lock_reason: cloudAccounts.lock_reason,
      count: count(),
    })
    .from(cloudAccounts)
    .where(isNull(cloudAccounts.retired_at))
    .groupBy(cloudAccounts.cloud, cloudAccounts.status, cloudAccounts.lock_reason)
}

export async function countAttention(db: Db): Promise<AttentionCounts> {
  const accounts = db
    .select({
      cloud: cloudAccounts.cloud,
      quarantined: sql<number>`(count(*) filter (where ${cloudAccounts.lock_reason} = 'quarantine'))::int`,
      failing: sql<number>`(count(*) filter (where ${cloudAccounts.status} = 'Pending' and ${cloudAccounts.last_error} is not null))::int`,
    })
    .from(cloudAccounts)
    .where(and(isNull(cloudAccounts.retired_at), inArray(cloudAccounts.status, ['Locked', 'Pending'])))
    .groupBy(cloudAccounts.cloud)
  const [pools, [issues], [undelivered], [waiting], [cases], [alerts], [corrections], [reports], [disputed]] =
    await Promise.all([
      accounts,
      db
        .select({
          flag_alert: countAccountsWith('flag_alert'),
          over_limits: countAccountsWith('over_limits'),
          disputed_order: countAccountsWith('disputed_order'),
          failed_mail: countAccountsWith('failed_mail'),
          extra_points: countAccountsWith('extra_points'),
          conduct_case: countAccountsWith('conduct_case'),
          exam_environment: countAccountsWith('exam_environment'),
          exam_report: countAccountsWith('exam_report'),
          exam_room: countAccountsWith('exam_room'),
        })
        .from(sql`(select 1) as unused`),
      db.select({ n: count() }).from(vouchers).where(inArray(vouchers.id, undeliveredVouchers)),
      db.select({ n: count() }).from(extraPoints).where(eq(extraPoints.state, 'pending')),
      db.select({ n: count() }).from(conductCases).where(eq(conductCases.state, 'open')),
      db.select({ n: count() }).from(flagAlerts).where(isNull(flagAlerts.resolved_at)),
      db.select({ n: count() }).from(certificateCorrections).where(eq(certificateCorrections.state, 'open')),
      db.select({ n: count() }).from(lessonReports).where(eq(lessonReports.state, 'open')),
      db.select({ n: count() }).from(orders).where(eq(orders.state, 'disputed')),
    ])
  const byCloud = (column: 'quarantined' | 'failing') => {
    const countOf = (cloud: Cloud) => pools.find((row) => row.cloud === cloud)?.[column] ?? 0
    return { aws: countOf('aws'), azure: countOf('azure'), gcp: countOf('gcp') }
  }
  return {
    quarantined: byCloud('quarantined'),
    pending_failed: byCloud('failing'),
    issues: issues ?? {
      flag_alert: 0,
      over_limits: 0,
      disputed_order: 0,
      failed_mail: 0,
      extra_points: 0,
      conduct_case: 0,
      exam_environment: 0,
      exam_report: 0,
      exam_room: 0,
    },
    disputed_orders: disputed?.n ?? 0,
    waiting_extra_points: waiting?.n ?? 0,
    open_conduct_cases: cases?.n ?? 0,
    open_flag_alerts: alerts?.n ?? 0,
    open_corrections: corrections?.n ?? 0,
    open_lesson_reports: reports?.n ?? 0,
    undelivered_vouchers: undelivered?.n ?? 0,
  }
}

/** As many as the list of users shows by the same filter. */
const countAccountsWith = (issue: UserIssue) => sql<number>`(select count(*)::int from ${users}
  where ${users.erased_at} is null and ${users.id} in (select i.user_id from (${accountsWith[issue]}) i))`

/** What a new installation has: the caller's second factors, accounts that are ready, and content. */
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

import type { Cloud, Dashboard, DeploymentState, FilterOf, UserIssue } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/console-links'
import { plannedOnce } from '../../../db/planned.ts'
import type { Deps } from '../../../deps.ts'
import { pools } from '../../clouds/cloud-accounts/index.ts'
import * as queries from './queries.ts'

interface AttentionCounts {
  quarantined: Record<Cloud, number>
  pending_failed: Record<Cloud, number>
  issues: Record<UserIssue, number>
  disputed_orders: number
  undelivered_vouchers: number
  /** Pull requests that are not decided yet. */
  waiting_extra_points: number
  open_conduct_cases: number
  open_flag_alerts: number
  open_corrections: number
  open_lesson_reports: number
}

/** Messages with links to filtered lists. Omits counts of zero. */
function attentionList(counts: AttentionCounts): Dashboard['attention'] {
  const perCloud = (
    byCloud: Record<Cloud, number>,
    filter: FilterOf<'listAwsAccounts'>,
    message: (name: string, count: number) => string,
  ) =>
    (Object.keys(pools) as Cloud[]).map((cloud) => ({
      message: message(pools[cloud].name, byCloud[cloud]),
      count: byCloud[cloud],
      to: filteredList(pools[cloud].list, filter),
    }))
  return [
    ...perCloud(
      counts.quarantined,
      { lock_reason: 'quarantine' },
      (name, count) => `${name} ${count === 1 ? 'account' : 'accounts'} in quarantine after failed nukes`,
    ),
    ...perCloud(
      counts.pending_failed,
      { failing: true },
      (name, count) =>
        `${name} ${count === 1 ? 'account with failing credentials' : 'accounts with failing credentials'}`,
    ),
    ...(Object.keys(issues) as (keyof typeof issues)[]).map((issue) => ({
      message: issues[issue],
      count: counts.issues[issue],
      to: filteredList('listUsers', { issue }),
    })),
    {
      message: 'Orders under dispute',
      count: counts.disputed_orders,
      to: filteredList('listOrders', { disputed: true }),
    },
    {
      message: 'Pending requests for extra points',
      count: counts.waiting_extra_points,
      to: filteredList('listExtraPoints', { state: 'pending' }),
    },
    {
      message: 'Pending conduct cases',
      count: counts.open_conduct_cases,
      to: filteredList('listConductCases', { state: 'open' }),
    },
    {
      message: 'Submitted flags of other learners',
      count: counts.open_flag_alerts,
      to: filteredList('listFlagAlerts', { state: 'open' }),
    },
    {
      message: 'Certificate corrections requested by learners',
      count: counts.open_corrections,
      to: filteredList('listCertificateCorrections', { state: 'open' }),
    },
    {
      message: 'Lesson errors reported by learners',
      count: counts.open_lesson_reports,
      to: filteredList('listLessonReports', { state: 'open' }),
    },
    {
      message: 'Vouchers whose e-mail could not be sent',
      count: counts.undelivered_vouchers,
      to: filteredList('listVouchers', { undelivered: true }),
    },
  ].filter(({ count }) => count > 0)
}

/** The other issues have their own lists. */
const issues: Record<Exclude<UserIssue, 'extra_points' | 'conduct_case' | 'flag_alert' | 'disputed_order'>, string> = {
  // First, because the request expires after a quarter of an hour.
  exam_room: 'Room checks that a second administrator must confirm',
  over_limits: 'Learners whose lab or exam exceeds its limits',
  failed_mail: 'Accounts with an e-mail that could not be sent',
  exam_environment: 'Candidates whose exam environment cannot be built',
  exam_report: 'Candidates who reported a problem and wait for an answer',
}

const CLOUDS: Cloud[] = ['aws', 'azure', 'gcp']
const STATES: DeploymentState[] = ['queued', 'held', 'provisioning', 'running', 'ending', 'ended']

export async function readDashboard({ db }: Pick<Deps, 'db'>): Promise<Dashboard> {
  const counts = await queries.countDashboard(plannedOnce(db))
  const { users, certificates, revenue, deployments } = counts
  const inEachCloud = CLOUDS.map((cloud) => ({ cloud, rows: counts.accounts.filter((row) => row.cloud === cloud) }))
  const byCloud = (countOf: (row: queries.AccountCount) => number) =>
    Object.fromEntries(inEachCloud.map(({ cloud, rows }) => [cloud, sum(rows.map(countOf))])) as Record<Cloud, number>
  return {
    users,
    courses: { published: counts.published, enrolments: counts.enrolments, completed: counts.completed },
    certificates,
    orders: {
      paid_last_30_days: sum(revenue.map(({ orders }) => orders)),
      revenue_last_30_days: revenue.map(({ amount, currency }) => ({ amount, currency })),
    },
    deployments: Object.fromEntries(
      STATES.map((state) => [state, deployments.find((row) => row.state === state)?.count ?? 0]),
    ) as Dashboard['deployments'],
    accounts: inEachCloud.map(({ cloud, rows }) => ({
      cloud,
      total: sum(rows.map(({ count }) => count)),
      by_status: sumByKey(rows.map((row) => [row.status, row.count])),
      by_lock: sumByKey(rows.flatMap((row) => (row.lock_reason ? [[row.lock_reason, row.count]] : []))),
    })),
    attention: attentionList({
      ...counts,
      quarantined: byCloud((row) => (row.lock_reason === 'quarantine' ? row.count : 0)),
      pending_failed: byCloud((row) => row.failing),
    }),
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** Sums counts by key, because locked accounts have one row per lock reason. */
function sumByKey<K extends string>(pairs: [K, number][]): Partial<Record<K, number>> {
  const totals: Partial<Record<K, number>> = {}
  for (const [key, count] of pairs) totals[key] = (totals[key] ?? 0) + count
  return totals
}

import type { Cloud, Dashboard, DeploymentState } from '@flagyard/api-types'
import type { Deps } from '../../deps.ts'
import { attentionList } from './attention.ts'
import * as queries from './queries.ts'

const CLOUDS: Cloud[] = ['aws', 'azure', 'gcp']
const STATES: DeploymentState[] = ['queued', 'held', 'provisioning', 'running', 'ending', 'ended']
const SIGNUP_DAYS = 30

/** The figures an administrator sees first: every one counted now, none kept. */
export async function readDashboard({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Dashboard> {
  const [users, courses, certificates, revenue, deployments, accounts, waiting, signups] = await Promise.all([
    queries.countUsers(db),
    queries.countCourses(db),
    queries.countCertificates(db),
    queries.sumOrders(db),
    queries.countDeployments(db),
    queries.countAccounts(db),
    queries.countWaiting(db),
    queries.countSignups(db, SIGNUP_DAYS),
  ])
  return {
    users,
    courses,
    certificates,
    orders: {
      paid_last_30_days: revenue.reduce((sum, row) => sum + row.orders, 0),
      revenue_last_30_days: revenue.map(({ amount, currency }) => ({ amount, currency })),
    },
    deployments: Object.fromEntries(
      STATES.map((state) => [state, deployments.find((row) => row.state === state)?.count ?? 0]),
    ) as Dashboard['deployments'],
    accounts: CLOUDS.map((cloud) => {
      const own = accounts.filter((row) => row.cloud === cloud)
      return {
        cloud,
        total: own.reduce((sum, row) => sum + row.count, 0),
        by_status: sums(own.map((row) => [row.status, row.count])),
        by_lock: sums(own.flatMap((row) => (row.lock_reason ? [[row.lock_reason, row.count]] : []))),
      }
    }),
    attention: attentionList(waiting),
    signups: lastDays(clock.now(), SIGNUP_DAYS).map((day) => ({
      day,
      count: signups.find((row) => row.day === day)?.count ?? 0,
    })),
  }
}

/** The days up to today, oldest first: a day without sign-ups stands in the chart as well. */
const lastDays = (now: Date, days: number) =>
  Array.from({ length: days }, (_, index) =>
    new Date(now.getTime() - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )

/** Adds what has the same key: a locked account has one row for each reason. */
function sums<K extends string>(pairs: [K, number][]): Partial<Record<K, number>> {
  const totals: Partial<Record<K, number>> = {}
  for (const [key, count] of pairs) totals[key] = (totals[key] ?? 0) + count
  return totals
}

import type { Cloud, Dashboard, DeploymentState } from '@flagyard/api-types'
import type { Deps } from '../../deps.ts'
import { attentionList } from './attention.ts'
import * as queries from './queries.ts'

const CLOUDS: Cloud[] = ['aws', 'azure', 'gcp']
const STATES: DeploymentState[] = ['queued', 'held', 'provisioning', 'running', 'ending', 'ended']

/** What is there now, counted on each request. */
export async function readDashboard({ db }: Pick<Deps, 'db'>): Promise<Dashboard> {
  const [users, courses, certificates, revenue, deployments, accounts, attention] = await Promise.all([
    queries.countUsers(db),
    queries.countCourses(db),
    queries.countCertificates(db),
    queries.sumOrders(db),
    queries.countDeployments(db),
    queries.countAccounts(db),
    queries.countAttention(db),
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
      const rows = accounts.filter((row) => row.cloud === cloud)
      return {
        cloud,
        total: rows.reduce((sum, row) => sum + row.count, 0),
        by_status: sumByKey(rows.map((row) => [row.status, row.count])),
        by_lock: sumByKey(rows.flatMap((row) => (row.lock_reason ? [[row.lock_reason, row.count]] : []))),
      }
    }),
    attention: attentionList(attention),
  }
}

/** Sums counts by key, because locked accounts have one row per lock reason. */
function sumByKey<K extends string>(pairs: [K, number][]): Partial<Record<K, number>> {
  const totals: Partial<Record<K, number>> = {}
  for (const [key, count] of pairs) totals[key] = (totals[key] ?? 0) + count
  return totals
}

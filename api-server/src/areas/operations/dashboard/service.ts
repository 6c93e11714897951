import type { Cloud, Dashboard, DeploymentState } from '@flagyard/api-types'
import { plannedOnce } from '../../../db/planned.ts'
import type { Deps } from '../../../deps.ts'
import { attentionList } from './attention.ts'
import * as queries from './queries.ts'

const CLOUDS: Cloud[] = ['aws', 'azure', 'gcp']
const STATES: DeploymentState[] = ['queued', 'held', 'provisioning', 'running', 'ending', 'ended']

/** Current figures, counted on each request. */
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

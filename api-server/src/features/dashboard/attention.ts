import type { Cloud, Dashboard, FilterOf } from '@flagyard/api-types'
import { type ConsoleList, consolePaths, filteredList } from '@flagyard/api-types/links'

/** Counts of things that need an administrator. */
export interface AttentionCounts {
  quarantined: Record<Cloud, number>
  pending_failed: Record<Cloud, number>
  failed_mails: number
  flag_alerts: number
  extra_points: number
  disputes: number
}

/** Messages with links to the list that shows the rows; counts of zero are left out. */
export function attentionList(counts: AttentionCounts): Dashboard['attention'] {
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
      { status: 'Pending' },
      (name, count) => `${name} ${count === 1 ? 'account whose credentials fail' : 'accounts whose credentials fail'}`,
    ),
    {
      message: 'Submitted flags that belong to another learner',
      count: counts.flag_alerts,
      to: consolePaths.listUsers,
    },
    {
      message: 'Extra points waiting for a decision',
      count: counts.extra_points,
      to: consolePaths.listExamsForAdmin,
    },
    { message: 'Disputed orders', count: counts.disputes, to: consolePaths.listVouchers },
    { message: 'E-mails that could not be sent', count: counts.failed_mails, to: consolePaths.listUsers },
  ].filter(({ count }) => count > 0)
}

const pools = {
  aws: { name: 'AWS', list: 'listAwsAccounts' },
  azure: { name: 'Azure', list: 'listAzureSubscriptions' },
  gcp: { name: 'GCP', list: 'listGcpProjects' },
} as const satisfies Record<Cloud, { name: string; list: ConsoleList }>

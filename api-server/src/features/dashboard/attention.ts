import type { Cloud, Dashboard, FilterOf } from '@flagyard/api-types'
import { type ConsoleList, consolePaths, filteredList } from '@flagyard/api-types/links'

/** What waits for a person, as counted. */
export interface Waiting {
  quarantined: Record<Cloud, number>
  pending_failed: Record<Cloud, number>
  failed_mails: number
  flag_alerts: number
  extra_points: number
  disputes: number
}

/** Says each in words, with the list that shows it; what is empty is not said. */
export function attentionList(waiting: Waiting): Dashboard['attention'] {
  const perCloud = (
    counts: Record<Cloud, number>,
    filter: FilterOf<'listAwsAccounts'>,
    say: (name: string, count: number) => string,
  ) =>
    (Object.keys(pools) as Cloud[]).map((cloud) => ({
      message: say(pools[cloud].name, counts[cloud]),
      count: counts[cloud],
      to: filteredList(pools[cloud].list, filter),
    }))
  return [
    ...perCloud(
      waiting.quarantined,
      { lock_reason: 'quarantine' },
      (name, count) => `${name} ${count === 1 ? 'account' : 'accounts'} in quarantine after failed nukes`,
    ),
    ...perCloud(
      waiting.pending_failed,
      { status: 'Pending' },
      (name, count) => `${name} ${count === 1 ? 'account whose credentials fail' : 'accounts whose credentials fail'}`,
    ),
    { message: 'Another learner’s flag handed in', count: waiting.flag_alerts, to: consolePaths.listUsers },
    {
      message: 'Extra points waiting for a decision',
      count: waiting.extra_points,
      to: consolePaths.listExamsForAdmin,
    },
    { message: 'Orders under dispute', count: waiting.disputes, to: consolePaths.listVouchers },
    { message: 'Mails that could not be sent', count: waiting.failed_mails, to: consolePaths.listUsers },
  ].filter(({ count }) => count > 0)
}

const pools = {
  aws: { name: 'AWS', list: 'listAwsAccounts' },
  azure: { name: 'Azure', list: 'listAzureSubscriptions' },
  gcp: { name: 'GCP', list: 'listGcpProjects' },
} as const satisfies Record<Cloud, { name: string; list: ConsoleList }>

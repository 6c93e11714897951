import type { Cloud, Dashboard, FilterOf, UserIssue } from '@flagyard/api-types'
import { type ConsoleList, filteredList } from '@flagyard/api-types/links'

/** Counts of things that need an administrator. */
export interface AttentionCounts {
  quarantined: Record<Cloud, number>
  pending_failed: Record<Cloud, number>
  /** Accounts with each kind of thing. */
  issues: Record<UserIssue, number>
  undelivered_vouchers: number
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
      { failing: true },
      (name, count) => `${name} ${count === 1 ? 'account whose credentials fail' : 'accounts whose credentials fail'}`,
    ),
    ...(Object.keys(issues) as UserIssue[]).map((issue) => ({
      message: issues[issue],
      count: counts.issues[issue],
      to: filteredList('listUsers', { issue }),
    })),
    {
      message: 'Vouchers whose e-mail could not be sent',
      count: counts.undelivered_vouchers,
      to: filteredList('listVouchers', { undelivered: true }),
    },
  ].filter(({ count }) => count > 0)
}

const pools = {
  aws: { name: 'AWS', list: 'listAwsAccounts' },
  azure: { name: 'Azure', list: 'listAzureSubscriptions' },
  gcp: { name: 'GCP', list: 'listGcpProjects' },
} as const satisfies Record<Cloud, { name: string; list: ConsoleList }>

const issues: Record<UserIssue, string> = {
  flag_alert: 'Learners who handed in another learner’s flag',
  disputed_order: 'Buyers with a disputed order',
  failed_mail: 'Accounts with an e-mail that could not be sent',
  extra_points: 'Candidates whose extra points wait for a decision',
  exam_environment: 'Candidates whose exam environment cannot be built',
}

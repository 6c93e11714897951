import type { Cloud, Dashboard } from '@flagyard/api-types'

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
  const perCloud = (counts: Record<Cloud, number>, filter: object, say: (name: string, count: number) => string) =>
    (Object.keys(pools) as Cloud[]).map((cloud) => ({
      message: say(pools[cloud].name, counts[cloud]),
      count: counts[cloud],
      to: `/admin/${pools[cloud].list}?filter=${encodeURIComponent(JSON.stringify(filter))}`,
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
    { message: 'Another learner’s flag handed in', count: waiting.flag_alerts, to: '/admin/users' },
    { message: 'Extra points waiting for a decision', count: waiting.extra_points, to: '/admin/exams' },
    { message: 'Orders under dispute', count: waiting.disputes, to: '/admin/vouchers' },
    { message: 'Mails that could not be sent', count: waiting.failed_mails, to: '/admin/users' },
  ].filter(({ count }) => count > 0)
}

const pools: Record<Cloud, { name: string; list: string }> = {
  aws: { name: 'AWS', list: 'aws_accounts' },
  azure: { name: 'Azure', list: 'azure_subscriptions' },
  gcp: { name: 'GCP', list: 'gcp_projects' },
}

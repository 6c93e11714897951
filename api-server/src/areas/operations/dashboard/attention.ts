import type { Cloud, Dashboard, FilterOf, UserIssue } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/links'
import { pools } from '../../clouds/cloud-accounts/index.ts'

/** Counts of things that need an administrator's attention. */
interface AttentionCounts {
  quarantined: Record<Cloud, number>
  pending_failed: Record<Cloud, number>
  /** Number of accounts with each kind of issue. */
  issues: Record<UserIssue, number>
  disputed_orders: number
  undelivered_vouchers: number
  /** Pull requests that are not decided yet. */
  waiting_extra_points: number
  open_conduct_cases: number
  open_flag_alerts: number
  /** Certificate corrections that learners requested. */
  open_corrections: number
  open_lesson_reports: number
}

/** Messages with links to filtered lists. Omits counts of zero. */
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
      message: 'Requests for extra points that wait for a decision',
      count: counts.waiting_extra_points,
      to: filteredList('listExtraPoints', { state: 'pending' }),
    },
    {
      message: 'Conduct cases that wait for a decision',
      count: counts.open_conduct_cases,
      to: filteredList('listConductCases', { state: 'open' }),
    },
    {
      message: 'Flags of other learners that were handed in',
      count: counts.open_flag_alerts,
      to: filteredList('listFlagAlerts', { state: 'open' }),
    },
    {
      message: 'Certificates that learners ask to have corrected',
      count: counts.open_corrections,
      to: filteredList('listCertificateCorrections', { state: 'open' }),
    },
    {
      message: 'Errors in lessons that learners reported',
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
  exam_room: 'Candidates whose room a colleague asks to look into: a second administrator confirms it',
  over_limits: 'Learners whose lab or exam holds more than it may',
  failed_mail: 'Accounts with an e-mail that could not be sent',
  exam_environment: 'Candidates whose exam environment cannot be built',
  exam_report: 'Candidates who reported a problem and wait for an answer',
}

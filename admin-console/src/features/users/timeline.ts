import type { TimelineEvent, TimelineTopic } from '@flagyard/api-types'
import { capitalised } from '../../lib/format.ts'
import { actionLabel } from '../audit/labels.ts'

export interface EventGroup {
  key: string
  at: string
  kind: string
  subject: string
  count: number
  details: string[]
}

const SAME_MOMENT_MS = 60_000

/** Merges events that happened several times at once, such as seats bought together. */
export function groupEvents(events: TimelineEvent[]): EventGroup[] {
  const groups: EventGroup[] = []
  for (const { key, at, kind, subject, detail } of events) {
    const last = groups.at(-1)
    const details = detail ? [detail] : []
    const belongs =
      last?.kind === kind &&
      last.subject === wordsOf(kind, subject) &&
      Date.parse(last.at) - Date.parse(at) < SAME_MOMENT_MS
    if (belongs) {
      last.count += 1
      last.details = [...new Set([...last.details, ...details])]
    } else groups.push({ key, at, kind, subject: wordsOf(kind, subject), count: 1, details })
  }
  return groups
}

const wordsOf = (kind: string, subject: string) => (kind === 'audit' ? actionLabel(subject) : subject)

/** `order.paid` → `Order paid`. */
export function titleOf(kind: string): string {
  const [what = '', done = ''] = kind.split('.')
  return titles[kind] ?? `${capitalised(what)} ${done}`
}

const titles: Readonly<Record<string, string>> = {
  audit: 'By an administrator',
  'flag.alert': 'Another learner’s flag was handed in',
  'flag.leaked': 'Someone else submitted their flag',
}

export const topicNames: Record<TimelineTopic, string> = {
  account: 'Account',
  access: 'Access',
  course: 'Courses',
  lesson: 'Lessons',
  flag: 'Flags',
  deployment: 'Deployments',
  exam: 'Exams',
  voucher: 'Vouchers',
  certificate: 'Certificates',
  order: 'Orders',
  mail: 'Mails',
  session: 'Sessions',
  audit: 'Changes by administrators',
}

const tabs: Record<string, string> = {
  access: 'entitlements',
  course: 'progress',
  lesson: 'progress',
  deployment: 'deployments',
  exam: 'exams',
  voucher: 'vouchers',
  certificate: 'certificates',
  order: 'orders',
  mail: 'mails',
  session: 'sessions',
  audit: 'audit',
}

/** The tab with details about an event. */
export const tabOf = (kind: string): string | undefined => tabs[kind.split('.')[0] ?? '']

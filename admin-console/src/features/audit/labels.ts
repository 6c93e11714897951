import type { AuditEntry } from '@flagyard/api-types'
import { type AuditAction, auditActions, contentActions } from '@flagyard/api-types/audit/actions'
import { capitalised } from '../../lib/format.ts'

const labels: Readonly<Record<string, string>> = auditActions

/** `users.disable` → `Account disabled`. Actions of earlier versions are formatted from their name. */
export const actionLabel = (action: string): string =>
  labels[action] ??
  capitalised(
    action
      .replace(/[._]/g, ' ')
      .replace(/\B[A-Z]/g, (letter) => ` ${letter}`)
      .toLowerCase(),
  )

/** Label of an entry. Older entries have the generic action `users.update`; for these the changed fields determine the label. */
export function entryLabel({ action, after }: Pick<AuditEntry, 'action' | 'after'>): string {
  if (action !== 'users.update') return actionLabel(action)
  const fields = Object.entries(typeof after === 'object' && after !== null ? after : {})
  const found = fields.map(([field, value]) => formerActions[field]?.(value)).find((label) => label !== undefined)
  return actionLabel(found ?? action)
}

const formerActions: Readonly<Record<string, (value: unknown) => AuditAction>> = {
  disabled_at: (value) => (value === null ? 'users.enable' : 'users.disable'),
  roles: () => 'users.change_rights',
  capabilities: () => 'users.change_rights',
  email: () => 'users.change_email',
}

export const actionOptions = Object.entries(labels).map(([value, label]) => ({ value, label }))
export const contentActionOptions = actionOptions.filter(({ value }) => contentActions.some((one) => one === value))

export const subjectNames = {
  user: 'User accounts',
  deployment: 'Deployments',
  cloud_account: 'Cloud accounts',
  voucher: 'Vouchers',
  voucher_batch: 'Voucher batches',
  certificate: 'Certificates',
  banner: 'Banners',
  course: 'Courses',
  lab: 'Labs',
  exam: 'Exams',
  exam_incident: 'Exam incidents',
  bundle: 'Bundles',
  form: 'Feedback forms',
  alarm: 'Alarms',
  alarm_settings: 'Alarm settings',
  job: 'Background jobs',
  bulk_job: 'Bulk jobs',
  list: 'List exports',
  tax_rate: 'Tax rates',
  seller: 'Seller',
  brand: 'Brand',
  legal_page: 'Legal pages',
  home_page: 'Home page',
  settings: 'Settings',
} as const

/** Subjects whose entries all administrators can read. */
export const contentSubjects: readonly string[] = [
  ...['banner', 'course', 'lab', 'exam', 'bundle', 'form', 'home_page'],
  ...['resource_price', 'upload', 'archive', 'catalogue'],
]

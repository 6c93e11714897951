import { auditActions } from '@flagyard/api-types/audit/actions'
import { capitalised } from '../../lib/format.ts'

const labels: Readonly<Record<string, string>> = auditActions

/** `Account disabled` of `users.disable`; of an action that only an earlier version wrote, its name as a phrase. */
export const actionLabel = (action: string): string =>
  labels[action] ??
  capitalised(
    action
      .replace(/[._]/g, ' ')
      .replace(/\B[A-Z]/g, (letter) => ` ${letter}`)
      .toLowerCase(),
  )

export const actionOptions = Object.entries(labels).map(([value, label]) => ({ value, label }))

export const subjectNames = {
  user: 'Accounts of people',
  cloud_account: 'Cloud accounts',
  deployment: 'Deployments',
  banner: 'Banners',
} as const

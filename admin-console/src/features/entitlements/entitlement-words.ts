import type { Entitlement } from '@flagyard/api-types'

export const tones = { open: 'good', not_yet: 'info', ended: 'neutral', suspended: 'warn', revoked: 'bad' } as const

export const stateNames: Record<Entitlement['state'], string> = {
  open: 'Open',
  not_yet: 'Not begun',
  ended: 'Ended',
  suspended: 'Suspended',
  revoked: 'Revoked',
}

export const kindNames: Record<Entitlement['kind'], string> = { course: 'Course', lab: 'Lab', exam: 'Exam' }

export const sourceNames: Record<Entitlement['source'], string> = {
  purchase: 'Purchase',
  voucher: 'Voucher',
  bundle: 'Bundle',
  beta: 'Beta test',
  administrator: 'Administrator',
}

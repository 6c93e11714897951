import type { Voucher } from '@flagyard/api-types'

export const kindNames = { course: 'Course', lab: 'Lab', exam: 'Exam' } as const

type VoucherState = Voucher['state']

export const stateNames: Record<VoucherState, string> = {
  available: 'Unused',
  activated: 'Used',
  expired: 'Expired',
  suspended: 'Paused',
  revoked: 'Revoked',
}
export const stateTones: Record<VoucherState, 'good' | 'neutral' | 'warn' | 'bad'> = {
  available: 'good',
  activated: 'neutral',
  expired: 'warn',
  suspended: 'warn',
  revoked: 'bad',
}

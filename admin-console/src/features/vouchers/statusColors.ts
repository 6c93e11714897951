export const voucherTones = {
  available: 'good',
  activated: 'info',
  expired: 'neutral',
  suspended: 'warn',
  revoked: 'bad',
} as const

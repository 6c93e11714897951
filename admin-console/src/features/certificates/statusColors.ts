export const certificateTones = { valid: 'good', expired: 'warn', revoked: 'bad', withdrawn: 'neutral' } as const

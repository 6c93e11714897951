import { entitlements } from '../../db/schema/index.ts'
import { type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'

export const entitlementRetention: readonly RetentionRule[] = [
  {
    name: 'access',
    what: 'Your access to courses, labs and exams',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'So that what you have stays open.',
    tables: [entitlements],
  },
]

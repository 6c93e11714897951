import { audit } from '../db/schema/index.ts'
import { FOR_EVER, type RetentionRule } from '../extension-points/retention.ts'

export const auditRetention: readonly RetentionRule[] = [
  {
    name: 'audit',
    what: 'What administrators changed, when and why',
    days: null,
    since: FOR_EVER,
    why: 'So that nobody can cover up what was done. Your name leaves it with your account.',
    tables: [audit],
  },
]

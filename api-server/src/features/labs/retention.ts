import { labAccess } from '../../db/schema/index.ts'
import { type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'

export const labRetention: readonly RetentionRule[] = [
  {
    name: 'lab-access',
    what: 'Your time in labs, and what you filled in for them',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'So that your labs are built for you.',
    tables: [labAccess],
  },
]

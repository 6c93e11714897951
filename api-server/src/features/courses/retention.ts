import { betaTesters } from '../../db/schema/index.ts'
import { type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'

export const betaTesterRetention: readonly RetentionRule[] = [
  {
    name: 'beta-tests',
    what: 'Courses you test before they are published',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'So that you can open them.',
    tables: [betaTesters],
  },
]

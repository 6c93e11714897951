import { examAttempts, examLedger, extraPoints, incidentAttempts } from '../../db/schema/index.ts'
import { type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'

export const examRetention: readonly RetentionRule[] = [
  {
    name: 'exams',
    what: 'Your exams: bookings, attempts and results',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'Your certificates rest on them.',
    tables: [examAttempts, examLedger, extraPoints, incidentAttempts],
  },
]

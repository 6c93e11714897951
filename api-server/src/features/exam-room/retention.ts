import {
  conductCases,
  examAttempts,
  examLedger,
  examNotes,
  examReports,
  examSupport,
  extraPoints,
} from '../../db/schema/index.ts'
import { type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'

export const examRetention: readonly RetentionRule[] = [
  {
    name: 'exams',
    what: 'Your exams: bookings, attempts, notes, reports and results',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'Your certificates rest on them.',
    tables: [examAttempts, examLedger, examNotes, examReports, examSupport, extraPoints, conductCases],
  },
]

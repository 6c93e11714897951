import type { AttemptRecord, CanSchedule, ExamAttempt, ExamDay, ExamFlag, MyExamDetails } from '@flagyard/api-types'
import { running, time } from './classroom.ts'

/** An exam of mine with what its room shows. */
export const examDetails = (attempt: Partial<ExamAttempt> | null = null, more: Partial<MyExamDetails> = {}) =>
  ({
    slug: 'aws-expert',
    title: 'AWS Expert',
    cloud: 'aws',
    price: { amount: 19900, currency: 'EUR' },
    duration_minutes: 1440,
    passing_points: 70,
    course: 'aws',
    bookable: true,
    description: 'Find your way through a company that trusts too much.',
    rules: 'Work **alone**. Keep your notes.',
    flags: 4,
    total_points: 100,
    has_access: true,
    access_ends_at: null,
    now: time(0),
    attempts_allowed: 2,
    attempts: attempt ? [examAttempt(attempt)] : [],
    ledger: [],
    environment: null,
    accepted_rules: null,
    preflight: null,
    reports: [],
    admitted: null,
    support: null,
    ...more,
  }) satisfies MyExamDetails

export const examAttempt = (more: Partial<ExamAttempt> = {}): ExamAttempt => ({
  id: '00000000-0000-4000-8000-0000000000a1',
  number: 1,
  state: 'purchased',
  scheduled_at: null,
  time_zone: null,
  checked_in_at: null,
  ready_at: null,
  started_at: null,
  active_until: null,
  clock_stopped_at: null,
  seconds_left: 0,
  points: 0,
  extra_points: 0,
  passing_points: 70,
  resets_left: 2,
  decided_at: null,
  under_review: false,
  ...more,
})

export const canSchedule = (more: Partial<CanSchedule> = {}): CanSchedule => ({
  can_schedule: true,
  reasons: [],
  earliest: time(45 * 60),
  latest: null,
  moves_left: 2,
  movable_until_hours: 24,
  movable_until: null,
  duration_minutes: 1440,
  booked_minutes: null,
  ...more,
})

export const refused = (...reasons: CanSchedule['reasons']): CanSchedule =>
  canSchedule({ can_schedule: false, reasons, earliest: null })

export const examFlag = (id: number, more: Partial<ExamFlag> = {}): ExamFlag => ({
  id: `00000000-0000-4000-8000-0000000000e${id}`,
  title: `Flag ${id}`,
  question: 'What is written there?',
  type: 'STATIC',
  points: 25,
  solved_at: null,
  credited_at: null,
  wrong_tries: 0,
  ...more,
})

/** A running exam that ends in so many seconds. */
export const activeExam = (seconds: number, attempt: Partial<ExamAttempt> = {}, more: Partial<MyExamDetails> = {}) =>
  examDetails(
    {
      state: 'active',
      scheduled_at: time(-4000),
      time_zone: 'Europe/Berlin',
      checked_in_at: time(-3900),
      ready_at: time(-4200),
      started_at: time(-3600),
      active_until: time(seconds),
      seconds_left: seconds,
      ...attempt,
    },
    {
      environment: running(),
      ledger: [ledgerRow({ kind: 'start', from_at: time(-3600), until_at: time(seconds), seconds: 3600 + seconds })],
      ...more,
    },
  )

export const ledgerRow = (more: Partial<MyExamDetails['ledger'][number]> = {}): MyExamDetails['ledger'][number] => ({
  kind: 'start',
  from_at: time(-3600),
  until_at: null,
  seconds: 0,
  points: 0,
  reason: '',
  by: 'rule',
  at: time(-3600),
  ...more,
})

/** A past attempt minute by minute. */
export const attemptRecord = (more: Partial<AttemptRecord> = {}): AttemptRecord => ({
  id: '00000000-0000-4000-8000-0000000000a1',
  exam: 'aws-expert',
  title: 'AWS Expert',
  candidate: 'Mara Kowal',
  number: 1,
  state: 'failed',
  under_review: false,
  time_zone: 'Europe/Berlin',
  scheduled_at: '2026-11-03T08:00:00.000Z',
  started_at: '2026-11-03T08:00:05.120Z',
  ends_at: '2026-11-03T12:30:05.120Z',
  points: 45,
  extra_points: 0,
  passing_points: 70,
  rows: [],
  flags: [],
  extra_points_requests: [],
  extra_points_left: 0,
  conduct_cases: [],
  now: time(0),
  ...more,
})

/** Days of a month in Berlin, with the hours from nine to eleven free on those named. */
export function examDays(month: string, free: readonly number[], offset = 1): ExamDay[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: count }, (_, index) => {
    const date = `${month}-${String(index + 1).padStart(2, '0')}`
    const hours = free.includes(index + 1) ? [9, 10, 11] : []
    return {
      date,
      hours: hours.map((hour) => ({
        hour,
        occurrence: null,
        at: new Date(Date.parse(`${date}T00:00:00Z`) + (hour - offset) * 3_600_000).toISOString(),
      })),
      skipped: [],
    }
  })
}

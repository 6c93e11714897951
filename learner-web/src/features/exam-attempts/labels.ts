import type { CanSchedule, ExamReport, MyExam } from '@flagyard/api-types'
import { countOf } from '@flagyard/ui/format'

type AttemptState = NonNullable<MyExam['attempt']>['state']

export const attemptChips = {
  scheduled: { label: 'Booked', tone: 'info' },
  preparing: { label: 'Getting ready', tone: 'info' },
  active: { label: 'In progress', tone: 'info' },
  provisional: { label: 'Being reviewed', tone: 'info' },
  passed: { label: 'Passed', tone: 'good' },
  failed: { label: 'Not passed', tone: 'neutral' },
  no_show: { label: 'Missed', tone: 'neutral' },
  disqualified: { label: 'Disqualified', tone: 'neutral' },
  void: { label: 'Cancelled', tone: 'neutral' },
} as const satisfies Record<Exclude<AttemptState, 'purchased'>, { label: string; tone: string }>

/** Announced by screen readers when the state of an attempt changes. */
export const stateNews: Record<AttemptState, string> = {
  purchased: 'You have no date for this exam now.',
  scheduled: 'Your exam is booked.',
  preparing: 'Your exam is being prepared. You can check in.',
  active: 'Your exam has started.',
  provisional: 'Your exam has ended. Your result is not final yet.',
  passed: 'Your exam has ended. You passed.',
  failed: 'Your exam has ended. You did not pass this time.',
  no_show: 'Your exam was missed.',
  disqualified: 'Your exam was disqualified.',
  void: 'This attempt was cancelled.',
}

export const reportKinds: Record<ExamReport['kind'], string> = {
  environment: 'My environment',
  flag: 'A flag',
  connection: 'My connection',
  other: 'Something else',
}

type Reason = CanSchedule['reasons'][number]

/** Reasons why an exam cannot be booked. For those that end with time, their `from` is appended. */
export const reasonTexts: Record<Reason['code'], string> = {
  not_entitled: 'Buy this exam, or activate a voucher for it.',
  not_yet: 'Your access has not started yet.',
  ended: 'Your access to this exam has ended. What you earned stays yours.',
  suspended: 'Your access is suspended. Please write to us so that we can look at it together.',
  revoked: 'Your access to this exam was revoked. Please write to us if you think that is a mistake.',
  not_open: 'Booking for this exam is not open yet.',
  already_booked: 'You already have a date for this exam.',
  in_progress: 'Your exam is under way.',
  passed: 'You have passed this exam. There is nothing left to book.',
  cooldown: 'You have to wait between two attempts.',
  barred: 'An attempt at this exam was disqualified.',
  no_attempts_left: 'You have used all your attempts at this exam.',
}

/** Cost of a change or a reset. `left` includes this one. */
export const costOf = (left: number, what: 'change' | 'reset') =>
  left === 1 ? `This is your last ${what}.` : `This costs one of your ${countOf(left, what)}.`

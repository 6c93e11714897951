import type { MyExam } from '@flagyard/api-types'

type AttemptState = NonNullable<MyExam['attempt']>['state']

/** How an attempt that is booked or sat stands, in words. */
export const attemptChips = {
  scheduled: { label: 'Booked', tone: 'info' },
  preparing: { label: 'Getting ready', tone: 'info' },
  active: { label: 'In progress', tone: 'info' },
  provisional: { label: 'Being reviewed', tone: 'info' },
  passed: { label: 'Passed', tone: 'good' },
  failed: { label: 'Not passed', tone: 'neutral' },
  no_show: { label: 'Missed', tone: 'neutral' },
  disqualified: { label: 'Disqualified', tone: 'neutral' },
  void: { label: 'Canceled', tone: 'neutral' },
} as const satisfies Record<Exclude<AttemptState, 'purchased'>, { label: string; tone: string }>

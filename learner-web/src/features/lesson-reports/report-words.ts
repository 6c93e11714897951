import type { LessonReportKind, LessonReportState } from '@flagyard/api-types'

/** Labels of the kinds, in display order. */
export const reportKinds: Record<LessonReportKind, string> = {
  wrong: 'Something is wrong',
  unclear: 'Something is hard to understand',
  broken: 'The film or the lab does not work',
  typo: 'A typing mistake',
}

export const stateWords: Record<LessonReportState, string> = {
  open: 'Sent',
  accepted: 'We are on it',
  closed: 'Answered',
}

export const stateTones = { open: 'neutral', accepted: 'warn', closed: 'good' } as const

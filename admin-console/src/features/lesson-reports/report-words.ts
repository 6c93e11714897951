import type { LessonReportKind, LessonReportState } from '@flagyard/api-types'

export const kindWords: Record<LessonReportKind, string> = {
  wrong: 'Wrong',
  unclear: 'Hard to understand',
  broken: 'Film or lab broken',
  typo: 'Typing mistake',
}

export const stateWords: Record<LessonReportState, string> = { open: 'Open', accepted: 'Accepted', closed: 'Closed' }

export const stateTones = { open: 'warn', accepted: 'neutral', closed: 'good' } as const

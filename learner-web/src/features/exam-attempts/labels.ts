import type { CanSchedule, ExamReport, MyExam } from '@flagyard/api-types'
import * as t from '../../messages/en/exam-attempts.ts'

type AttemptState = NonNullable<MyExam['attempt']>['state']

export const attemptChips = {
  scheduled: { label: t.attemptStates.scheduled, tone: 'info' },
  preparing: { label: t.attemptStates.preparing, tone: 'info' },
  active: { label: t.attemptStates.active, tone: 'info' },
  provisional: { label: t.attemptStates.provisional, tone: 'info' },
  passed: { label: t.attemptStates.passed, tone: 'good' },
  failed: { label: t.attemptStates.failed, tone: 'neutral' },
  no_show: { label: t.attemptStates.no_show, tone: 'neutral' },
  disqualified: { label: t.attemptStates.disqualified, tone: 'neutral' },
  void: { label: t.attemptStates.void, tone: 'neutral' },
} as const satisfies Record<Exclude<AttemptState, 'purchased'>, { label: string; tone: string }>

/** Announced by screen readers when the state of an attempt changes. */
export const stateNews: Record<AttemptState, string> = t.stateNews

export const reportKinds: Record<ExamReport['kind'], string> = t.reportKinds

type Reason = CanSchedule['reasons'][number]

/** Reasons why an exam cannot be booked. For those that end with time, their `from` is appended. */
export const reasonTexts: Record<Reason['code'], string> = t.reasons

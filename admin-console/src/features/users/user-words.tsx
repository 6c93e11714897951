import type { UserIssue } from '@flagyard/api-types'
import { stateChip } from '../../crud/record/RecordCards.tsx'

/** Kinds of pending tasks about an account, with the tab that shows them. */
export const userIssues: Record<UserIssue, { label: string; one: string; many: string; tab: string }> = {
  flag_alert: {
    label: 'Flag sharing',
    one: 'flag sharing alert',
    many: 'flag sharing alerts',
    tab: 'timeline?about=flag',
  },
  over_limits: {
    label: 'Lab over its limits',
    one: 'lab or exam over its limits',
    many: 'labs or exams over their limits',
    tab: 'deployments',
  },
  disputed_order: {
    label: 'Disputed order',
    one: 'disputed order',
    many: 'disputed orders',
    tab: 'orders?only=disputed',
  },
  failed_mail: {
    label: 'Failed e-mail',
    one: 'e-mail that could not be sent',
    many: 'e-mails that could not be sent',
    tab: 'mails?only=failed',
  },
  extra_points: {
    label: 'Extra points request',
    one: 'request for extra points',
    many: 'requests for extra points',
    tab: 'exams',
  },
  conduct_case: { label: 'Open conduct case', one: 'open conduct case', many: 'open conduct cases', tab: 'exams' },
  exam_environment: {
    label: 'Exam without environment',
    one: 'exam whose environment failed to build',
    many: 'exams whose environments failed to build',
    tab: 'exams',
  },
  exam_room: {
    label: 'Exam room visit to confirm',
    one: 'exam room visit to confirm',
    many: 'exam room visits to confirm',
    tab: 'exams',
  },
  exam_report: {
    label: 'Unanswered exam report',
    one: 'unanswered exam report',
    many: 'unanswered exam reports',
    tab: 'exams',
  },
}

export const userStates = {
  active: 'Active',
  inactive: 'Not activated',
  disabled: 'Disabled',
  deleting: 'Pending deletion',
} as const

export const StateChip = stateChip({ active: 'good', inactive: 'warn', disabled: 'bad', deleting: 'bad' }, userStates)

import type { UserIssue } from '@flagyard/api-types'
import { stateChip } from '../../crud/record/RecordCards.tsx'

/** Kinds of pending tasks about an account, with the tab that shows them. */
export const userIssues: Record<UserIssue, { label: string; one: string; many: string; tab: string }> = {
  flag_alert: {
    label: 'Another learner’s flag',
    one: 'alert about another learner’s flag',
    many: 'alerts about other learners’ flags',
    tab: 'timeline?about=flag',
  },
  over_limits: {
    label: 'A lab that holds too much',
    one: 'lab or exam that holds more than it may',
    many: 'labs or exams that hold more than they may',
    tab: 'deployments',
  },
  disputed_order: {
    label: 'A disputed order',
    one: 'disputed order',
    many: 'disputed orders',
    tab: 'orders?only=disputed',
  },
  failed_mail: {
    label: 'An unsent e-mail',
    one: 'e-mail that could not be sent',
    many: 'e-mails that could not be sent',
    tab: 'mails?only=failed',
  },
  extra_points: {
    label: 'Extra points to decide',
    one: 'request for extra points',
    many: 'requests for extra points',
    tab: 'exams',
  },
  conduct_case: { label: 'An open conduct case', one: 'open conduct case', many: 'open conduct cases', tab: 'exams' },
  exam_environment: {
    label: 'An exam without an environment',
    one: 'exam whose environment cannot be built',
    many: 'exams whose environments cannot be built',
    tab: 'exams',
  },
  exam_room: { label: 'A room to confirm', one: 'exam room to confirm', many: 'exam rooms to confirm', tab: 'exams' },
  exam_report: {
    label: 'A problem in an exam to answer',
    one: 'problem in an exam without an answer',
    many: 'problems in exams without an answer',
    tab: 'exams',
  },
}

export const userStates = {
  active: 'Active',
  inactive: 'Not activated',
  disabled: 'Disabled',
  deleting: 'Being deleted',
} as const

export const StateChip = stateChip({ active: 'good', inactive: 'warn', disabled: 'bad', deleting: 'bad' }, userStates)

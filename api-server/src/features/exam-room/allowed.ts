import { operations } from '@flagyard/api-types'
import type { CurrentUser } from '../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../identity/require-access.ts'
import type { AttemptRow } from './attempt-queries.ts'
import { nextState } from './transitions.ts'

/** What can be done with an attempt by hand. Older ones are past: only the newest of an exam can be changed. */
export function attemptActions({ state }: Pick<AttemptRow, 'state'>, isNewest: boolean) {
  return {
    extend: isNewest && state === 'active',
    schedule: isNewest && (state === 'purchased' || state === 'scheduled'),
    postpone: isNewest && nextState(state, 'postpone') !== undefined,
    restore: isNewest && nextState(state, 'restore') !== undefined,
  }
}

export function allowedOnAttempt(attempt: Pick<AttemptRow, 'state'>, isNewest: boolean, caller: CurrentUser) {
  const can = attemptActions(attempt, isNewest)
  return allowedAmong({
    extend: can.extend && mayCall(operations.extendExam, caller),
    schedule: can.schedule && mayCall(operations.scheduleExamForUser, caller),
    postpone: can.postpone && mayCall(operations.postponeExam, caller),
    restore: can.restore && mayCall(operations.restoreExam, caller),
  })
}

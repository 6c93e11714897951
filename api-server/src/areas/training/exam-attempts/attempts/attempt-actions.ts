import { operations } from '@flagyard/api-types'
import type { Db } from '../../../../db/open.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall, mayGive } from '../../../../identity/require-access.ts'
import { listAdministrators } from '../../../platform/auth/index.ts'
import type { AttemptRow } from './attempt-queries.ts'
import { nextState } from './transitions.ts'

interface AttemptContext {
  isNewest: boolean
  /** A conduct case is open and must be decided first. */
  isUnderReview?: boolean
  hasPendingPoints?: boolean
  isReportOpen?: boolean
  /** Its environment is no longer rebuilt automatically. */
  isStuck?: boolean
}

/** Manual actions available on an attempt. Older attempts allow only points corrections, conduct cases and voiding. */
export function attemptActions(
  { state }: Pick<AttemptRow, 'state'>,
  { isNewest, isUnderReview = false, isStuck = false }: AttemptContext,
) {
  const wasSat = state === 'active' || state === 'provisional' || state === 'passed' || state === 'failed'
  return {
    extend: isNewest && state === 'active',
    schedule: isNewest && (state === 'purchased' || state === 'scheduled'),
    rebuild: isNewest && isStuck && (state === 'preparing' || state === 'active'),
    postpone: isNewest && nextState(state, 'postpone') !== undefined,
    restore: isNewest && !isUnderReview && nextState(state, 'restore') !== undefined,
    correct_points: wasSat,
    open_case: wasSat && !isUnderReview,
    void: !isUnderReview && nextState(state, 'void') !== undefined,
  }
}

export function allowedOnAttempt(
  attempt: Pick<AttemptRow, 'state' | 'user_id'>,
  context: AttemptContext,
  caller: CurrentUser,
) {
  const can = attemptActions(attempt, context)
  const mayHelp = mayGive(caller, attempt.user_id === caller.id)
  return allowedAmong({
    extend: can.extend && mayHelp && mayCall(operations.extendExam, caller),
    schedule: can.schedule && mayHelp && mayCall(operations.scheduleExamForUser, caller),
    rebuild: can.rebuild && mayHelp && mayCall(operations.rebuildExam, caller),
    postpone: can.postpone && mayHelp && mayCall(operations.postponeExam, caller),
    restore: can.restore && mayHelp && mayCall(operations.restoreExam, caller),
    correct_points: can.correct_points && mayHelp && mayCall(operations.correctExamPoints, caller),
    decide_extra_points: context.hasPendingPoints === true && mayHelp && mayCall(operations.decideExtraPoints, caller),
    open_case: can.open_case && mayCall(operations.openConductCase, caller),
    void: can.void && mayCall(operations.voidExam, caller),
    answer_report: context.isReportOpen === true && mayCall(operations.answerExamReport, caller),
  })
}

export async function listOthersWhoMay(
  db: Db,
  call: 'decideConductCase' | 'confirmRoom',
  caller: Pick<CurrentUser, 'id'>,
) {
  const needed: readonly string[] = operations[call].capabilities
  return (await listAdministrators(db)).filter(
    ({ id, capabilities, activated_at, disabled_at, deletion_due_at }) =>
      id !== caller.id &&
      activated_at &&
      !disabled_at &&
      !deletion_due_at &&
      capabilities.some((one) => needed.includes(one)),
  )
}

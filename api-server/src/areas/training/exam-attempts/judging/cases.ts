import { operations } from '@flagyard/api-types'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import { ANSWER_DAYS } from '@flagyard/api-types/exam-attempts/timing'
import type { Db } from '../../../../db/open.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { mayCall } from '../../../../identity/require-access.ts'
import { DAY_MS } from '../../../../integrations/clock.ts'
import { listOthersWhoMay } from '../attempts/attempt-actions.ts'
import type { AttemptRow } from '../attempts/attempt-queries.ts'
import { nextState } from '../attempts/transitions.ts'
import { type CaseRow, listCases } from './conduct-queries.ts'

/** The administrator who opened a case may not decide it, unless there is no other who could. They must then re-authenticate. */
export async function readDecider(db: Db, caller: CurrentUser, { opened_by }: Pick<CaseRow, 'opened_by'>) {
  if (opened_by !== caller.id) return { refusal: null, needs_proof: false }
  const others = await listOthersWhoMay(db, 'decideConductCase', caller)
  const refusal = others.length > 0 ? 'You opened this case, so another administrator has to decide it.' : null
  return { refusal, needs_proof: refusal === null }
}

export const isAwaitingAnswer = (row: Pick<CaseRow, 'answered_at' | 'created_at'>, now: Date) =>
  row.answered_at === null && now < answerUntil(row)

export async function listCasesFor(
  db: Db,
  caller: CurrentUser,
  attempt: AttemptRow,
  now: Date,
): Promise<Accepted<'adminConductCase'>[]> {
  const cases = await listCases(db, attempt.id)
  return Promise.all(
    cases.map(async ({ row, opened_by, decided_by }) => {
      const who = await readDecider(db, caller, row)
      const mayDecide = row.state === 'open' && !who.refusal && mayCall(operations.decideConductCase, caller)
      const mayDisqualify =
        mayDecide && !isAwaitingAnswer(row, now) && nextState(attempt.state, 'disqualify') !== undefined
      const allowed: ('dismiss' | 'disqualify')[] = []
      if (mayDecide) allowed.push('dismiss')
      if (mayDisqualify) allowed.push('disqualify')
      const common = { ...presentCase(row), opened_by, decided_by, version: row.version }
      return { ...common, allowed, ...who, refusal: row.state === 'open' ? who.refusal : null }
    }),
  )
}

/** Deadline for the candidate's answer. Before it, an unanswered case cannot be decided against them. */
export const answerUntil = ({ created_at }: Pick<CaseRow, 'created_at'>) =>
  new Date(created_at.getTime() + ANSWER_DAYS * DAY_MS)

export const presentCase = (row: CaseRow): Accepted<'conductCase'> => ({ ...row, answer_until: answerUntil(row) })

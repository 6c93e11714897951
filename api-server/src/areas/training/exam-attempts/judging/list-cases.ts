import { operations } from '@flagyard/api-types'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../../db/open.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { mayCall } from '../../../../identity/require-access.ts'
import type { AttemptRow } from '../attempts/attempt-queries.ts'
import { nextState } from '../attempts/transitions.ts'
import { listOthersWhoMay } from '../other-administrators.ts'
import { type CaseRow, listCases } from './conduct-queries.ts'
import { answerUntil, presentCase } from './present-case.ts'

/** The administrator who opened a case may not decide it, unless there is no other who could. They must then re-authenticate. */
export async function whoDecides(db: Db, caller: CurrentUser, { opened_by }: Pick<CaseRow, 'opened_by'>) {
  if (opened_by !== caller.id) return { refusal: null, needs_proof: false }
  const others = await listOthersWhoMay(db, 'decideConductCase', caller)
  const refusal = others.length > 0 ? 'You opened this case, so somebody else decides it.' : null
  return { refusal, needs_proof: refusal === null }
}

export const stillWaits = (row: Pick<CaseRow, 'answered_at' | 'created_at'>, now: Date) =>
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
      const who = await whoDecides(db, caller, row)
      const mayDecide = row.state === 'open' && !who.refusal && mayCall(operations.decideConductCase, caller)
      const mayDisqualify = mayDecide && !stillWaits(row, now) && nextState(attempt.state, 'disqualify') !== undefined
      const allowed: ('dismiss' | 'disqualify')[] = []
      if (mayDecide) allowed.push('dismiss')
      if (mayDisqualify) allowed.push('disqualify')
      const common = { ...presentCase(row), opened_by, decided_by, version: row.version }
      return { ...common, allowed, ...who, refusal: row.state === 'open' ? who.refusal : null }
    }),
  )
}

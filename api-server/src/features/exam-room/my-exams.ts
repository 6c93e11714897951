import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../deps.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { readLedger } from '../entitlements/service.ts'
import { listAttemptsOfLearner, listExamsOfLearner } from './queries.ts'
import { isUsedUp } from './result.ts'

/** The exams that are open to the learner or that they have sat, each with its newest attempt. */
export async function listMyExams({ db }: Pick<Deps, 'db'>, user: CurrentUser): Promise<Accepted<'myExam[]'>> {
  const ledger = await readLedger(db, user.id)
  const access = new Map(ledger.openTargets('exam').map((row) => [row.target_id, row]))
  const exams = await listExamsOfLearner(db, user.id, [...access.keys()])
  const attempts = Map.groupBy(await listAttemptsOfLearner(db, user.id), ({ exam_id }) => exam_id)
  return exams.map(({ id, ...exam }) => {
    const past = attempts.get(id) ?? []
    const [attempt] = past
    const mine = ledger.accessTo({ exam: id })
    return {
      ...exam,
      has_access: access.has(id),
      access_ends_at: access.get(id)?.ends_at ?? null,
      is_used_up: mine.granted && isUsedUp(past, mine.entitlement.id, exam),
      attempt: attempt ? { ...attempt, points: attempt.points + attempt.extra_points } : null,
    }
  })
}

import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { BookedExam } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { readLedger } from '../../../catalogue/entitlements/service.ts'
import { isUsedUp } from '../attempts/result.ts'
import { listAttemptsOfLearner, listExamsOfLearner } from '../queries.ts'

/** Exams that the learner has access to or has attempted, each with its newest attempt. */
export async function listMyExams({ db }: Pick<Deps, 'db'>, user: CurrentUser): Promise<Accepted<'myExam[]'>> {
  const ledger = await readLedger(db, user.id)
  const access = new Map(ledger.openTargets('exam').map((row) => [row.target_id, row]))
  const exams = await listExamsOfLearner(db, user.id, [...access.keys()])
  const attempts = Map.groupBy(await listAttemptsOfLearner(db, user.id), ({ attempt }) => attempt.exam_id)
  return exams.map(({ id, ...exam }) => {
    const rows = attempts.get(id) ?? []
    const past = rows.map(({ attempt }) => attempt)
    const [attempt] = past
    const mine = ledger.accessTo({ exam: id })
    return {
      ...exam,
      ...asBooked(rows[0]?.booked),
      has_access: access.has(id),
      access_ends_at: access.get(id)?.ends_at ?? null,
      is_used_up: mine.granted && isUsedUp(past, mine.entitlement.id, exam),
      attempt: attempt ? { ...attempt, points: attempt.points + attempt.extra_points } : null,
    }
  })
}

function asBooked(exam: BookedExam | null | undefined) {
  if (!exam) return undefined
  const { title, cloud, duration_minutes, passing_points } = exam
  return { title, cloud, duration_minutes, passing_points }
}

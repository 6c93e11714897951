import type { Accepted } from '@flagyard/api-types/contract/operation'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { findAccountById } from '../../../platform/auth/index.ts'
import { findAttempt } from '../attempts/attempt-queries.ts'
import { openingActions, openingState } from '../sitting/room-opening.ts'
import * as queries from '../sitting/room-opening-queries.ts'

type Opening = Accepted<'roomOpening'>

/** An opening with its attempt, candidate and exam. */
export async function findRoom(db: Db, id: string) {
  const opening = await queries.findOpening(db, id)
  const attempt = opening && (await findAttempt(db, opening.attempt_id))
  if (!attempt) throw roomNotFound()
  const user = await findAccountById(db, attempt.user_id)
  return { opening, attempt, user, exam: await findExam(db, { id: attempt.exam_id }) }
}

export const roomNotFound = () => new ApiError('not_found', 'There is no such room.')

export async function presentOpening(db: Db, caller: CurrentUser, id: string): Promise<Opening> {
  const { opening } = await findRoom(db, id)
  const shown = (await presentOpenings(db, caller, opening.attempt_id)).find((one) => one.id === id)
  if (!shown) throw roomNotFound()
  return shown
}

export async function presentOpenings(db: Db, caller: CurrentUser, attemptId: string): Promise<Opening[]> {
  const now = await readNow(db)
  return (await queries.listOpenings(db, attemptId)).map(({ opening, asked_by_name, confirmed_by_name }) => ({
    id: opening.id,
    attempt_id: opening.attempt_id,
    state: openingState(opening, now),
    confirm_by: opening.confirm_by,
    reason: opening.reason,
    asked_by: asked_by_name,
    asked_at: opening.asked_at,
    confirm_until: opening.confirm_until,
    confirmed_by: confirmed_by_name,
    opened_at: opening.opened_at,
    open_until: opening.open_until,
    ended_at: opening.ended_at,
    allowed: openingActions(opening, caller.id, now),
  }))
}

import { randomUUID } from 'node:crypto'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { findAccountById, stepUp } from '../../../platform/auth/index.ts'
import { listOthersWhoMay } from '../attempts/attempt-actions.ts'
import { type AttemptRow, listFlagsOfAttempt, lockAttempt } from '../attempts/attempt-queries.ts'
import { auditExam } from '../audit.ts'
import { presentFlag } from '../sitting/exam-flags.ts'
import { IN_ROOM, readRoom } from '../sitting/my-exam.ts'
import {
  CONFIRM_MINUTES,
  hashRoomCode,
  MAX_CODES,
  newRoomCode,
  openingActions,
  openingState,
} from '../sitting/room-opening.ts'
import * as queries from '../sitting/room-opening-queries.ts'
import { findUserAttempt } from '../user-attempt.ts'
import { askForAddress } from './admitted-address.ts'
import { findRoom, presentOpening, presentOpenings, roomNotFound } from './present-opening.ts'
import { type RoomRequest, roomAskedMail, roomCodeMail, roomOpenedMail } from './support-mails.ts'

type Opening = Accepted<'roomOpening'>
type MailDeps = Pick<Deps, 'db' | 'config'>

/**
 * Requests support access to a candidate's room. The administrator re-authenticates. The room opens once another administrator confirms, or the
 * candidate passes on a mailed code.
 */
export async function askForRoom(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>,
  { actor, address }: AuditActor,
  names: { username: string; id: string },
  { reason, confirm_by, ...proof }: Output<'roomAsk'>,
): Promise<Opening> {
  const { db, config, secrets } = deps
  const { user, attempt: seen } = await findUserAttempt(db, names)
  assertInRoom(seen)
  if (user.id === actor.id) throw new ApiError('forbidden', 'This is your own exam room. Open it on the learner site.')
  await stepUp(deps, actor, proof)
  const exam = await findExam(db, { id: seen.exam_id })
  const id = randomUUID()
  const code = confirm_by === 'code' ? newRoomCode() : null
  const mail =
    code && (await prepareMail(roomCodeMail({ user, exam, id, code, by: actor.username, reason }, config.publicUrl)))
  const mails = mail
    ? [mail]
    : await mailsToOthers(deps, { user, exam, id, by: actor.username, reason }, seen.id, actor)
  await db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, seen.id)
    assertInRoom(attempt)
    const values = { id, attempt_id: attempt.id, asked_by: actor.id, reason, confirm_by }
    const code_hash = code && hashRoomCode(secrets, id, code)
    await queries.insertOpening(tx, { ...values, code_hash }, CONFIRM_MINUTES)
    for (const one of mails) await queueMail(tx, one)
    await auditExam(tx, { user, exam }, { actor, address }, 'exams.ask_for_room', {
      reason,
      after: { room: id, confirm_by },
    })
  })
  return presentOpening(db, actor, id)
}

async function mailsToOthers({ db, config }: MailDeps, look: RoomRequest, attemptId: string, actor: CurrentUser) {
  const others = (await listOthersWhoMay(db, 'confirmRoom', actor)).filter(({ id }) => id !== look.user.id)
  return Promise.all(others.map((to) => prepareMail(roomAskedMail(look, { to, attemptId }, config.publicUrl))))
}

/** Confirms a request. Must be a different administrator. */
export async function confirmRoom(deps: MailDeps, { actor, address }: AuditActor, id: string): Promise<Opening> {
  const { opening: seen, user, exam } = await findRoom(deps.db, id)
  const { reason } = seen
  const by = (await findAccountById(deps.db, seen.asked_by)).username
  const mail = await prepareMail(roomOpenedMail({ user, exam, id, by, reason }, deps.config.publicUrl))
  await change(deps.db, seen, async (tx, opening, now) => {
    if (opening.asked_by === actor.id)
      throw new ApiError('forbidden', 'You requested this yourself, so another administrator has to confirm it.')
    if (user.id === actor.id)
      throw new ApiError('forbidden', 'This is your own exam, so another administrator has to confirm it.')
    if (!openingActions(opening, actor.id, now).includes('confirm')) throw notWaiting()
    const { open_until } = await queries.openOpening(tx, id, actor.id)
    await queueMail(tx, mail)
    await auditExam(tx, { user, exam }, { actor, address }, 'exams.open_room', {
      after: { room: id, asked_by: by, until: open_until },
    })
  })
  return presentOpening(deps.db, actor, id)
}

/** Enters the code that was mailed to the candidate. Only the requester may do so. Wrong codes are counted, and the last one ends the request. */
export async function enterRoomCode(
  deps: MailDeps & Pick<Deps, 'secrets'>,
  { actor, address }: AuditActor,
  id: string,
  code: string,
): Promise<Opening> {
  const { opening: seen, user, exam } = await findRoom(deps.db, id)
  const { reason } = seen
  const request = { user, exam, id, by: actor.username, reason }
  const mail = await prepareMail(roomOpenedMail(request, deps.config.publicUrl))
  const isRight = await change(deps.db, seen, async (tx, opening, now) => {
    // Another administrator's request is a 404, so that knowing a code does not help to find its request.
    if (opening.asked_by !== actor.id) throw roomNotFound()
    if (!openingActions(opening, actor.id, now).includes('enter_code')) throw notWaiting()
    const given = hashRoomCode(deps.secrets, id, code)
    if (!deps.secrets.equal('exam-room-code', given, opening.code_hash ?? '')) {
      await queries.countCodeTry(tx, id)
      await auditExam(tx, { user, exam }, { actor, address }, 'exams.refuse_room_code', {
        after: { room: id, tries: opening.code_tries + 1 },
      })
      return false
    }
    const { open_until } = await queries.openOpening(tx, id, null)
    await queueMail(tx, mail)
    await auditExam(tx, { user, exam }, { actor, address }, 'exams.open_room', {
      after: { room: id, asked_by: actor.username, until: open_until },
    })
    return true
  })
  if (!isRight)
    throw invalidField(
      'code',
      `This is not the code that was mailed. It becomes invalid after ${MAX_CODES} wrong tries`,
    )
  return presentOpening(deps.db, actor, id)
}

/** The room for support. Only for the requester, and only while it is open. */
export async function readSupportRoom(
  deps: Pick<Deps, 'db' | 'secrets' | 'config'>,
  caller: CurrentUser,
  id: string,
  address: string,
): Promise<Accepted<'supportRoom'>> {
  const { db } = deps
  const { opening, attempt, user, exam } = await findRoom(db, id)
  assertLooking(opening, attempt, caller, await readNow(db))
  return {
    opening: await presentOpening(db, caller, id),
    username: user.username,
    full_name: user.full_name,
    room: await readRoom(deps, { id: user.id, as: 'support' }, exam.slug, address),
    flags: attempt.state === 'active' ? (await listFlagsOfAttempt(db, attempt)).map(presentFlag) : [],
  }
}

/** Admits another address for the candidate. This is the only change that support can make in the room. */
export async function admitAddressForUser(
  deps: Pick<Deps, 'db' | 'secrets' | 'config' | 'queue'>,
  { actor, address }: AuditActor,
  id: string,
  wanted: string,
): Promise<Accepted<'supportRoom'>> {
  const { opening: seen, user, exam } = await findRoom(deps.db, id)
  await change(deps.db, seen, async (tx, opening, now, attempt) => {
    assertLooking(opening, attempt, actor, now)
    const range = await askForAddress(tx, deps, attempt, { wanted, actor_id: actor.id }, now)
    await auditExam(tx, { user, exam }, { actor, address }, 'exams.admit_address', {
      before: { range: attempt.admitted_address },
      after: { range },
      reason: opening.reason,
    })
  })
  return readSupportRoom(deps, actor, id, address)
}

export async function endRoom({ db }: Pick<Deps, 'db'>, by: AuditActor, id: string): Promise<Opening> {
  const { opening: seen, user, exam } = await findRoom(db, id)
  await change(db, seen, async (tx, opening, now) => {
    if (!openingActions(opening, by.actor.id, now).includes('end')) return
    await queries.endOpening(tx, id)
    await auditExam(tx, { user, exam }, by, 'exams.end_room', { after: { room: id } })
  })
  return presentOpening(db, by.actor, id)
}

/** All support sessions and requests for the room of an attempt; latest first. */
export async function listUserRooms(
  db: Db,
  caller: CurrentUser,
  names: { username: string; id: string },
): Promise<Opening[]> {
  const { attempt } = await findUserAttempt(db, names)
  return presentOpenings(db, caller, attempt.id)
}

/** Runs `work` under the locks of the attempt and the opening, in this order. */
async function change<T>(
  db: Db,
  { id, attempt_id }: queries.OpeningRow,
  work: (tx: Db, opening: queries.OpeningRow, now: Date, attempt: AttemptRow) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, attempt_id)
    const opening = await queries.lockOpening(tx, id)
    if (!opening) throw roomNotFound()
    return work(tx, opening, await readNow(tx), attempt)
  })
}

function assertLooking(opening: queries.OpeningRow, attempt: AttemptRow, caller: CurrentUser, now: Date) {
  if (opening.asked_by !== caller.id) throw roomNotFound()
  if (!IN_ROOM.has(attempt.state) || openingState(opening, now) !== 'open')
    throw new ApiError(
      'conflict',
      'Your access to this room has ended, or the exam is over. Request access again if the exam is still running.',
    )
}

function assertInRoom({ state }: AttemptRow) {
  if (!IN_ROOM.has(state))
    throw new ApiError('conflict', 'Support can only access a room while its exam is being prepared or running.')
}

const notWaiting = () =>
  new ApiError('conflict', 'This request can no longer be confirmed: it was confirmed or ended, or it has expired.')

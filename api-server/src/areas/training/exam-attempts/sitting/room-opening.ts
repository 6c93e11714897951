import { randomInt } from 'node:crypto'
import type { RoomOpening } from '@flagyard/api-types'
import type { examSupport } from '../../../../db/schema/index.ts'
import type { Secrets } from '../../../../secrets.ts'

/** Minutes within which a support session must be confirmed. */
export const CONFIRM_MINUTES = 15
/** Maximum length of a support session, in minutes. It cannot be extended. */
export const ROOM_MINUTES = 60
/** Maximum number of wrong codes, after which a new support session must be requested. */
export const MAX_CODES = 5

type Opening = typeof examSupport.$inferSelect

/** State of a support session. A session that is over never reopens. */
export function openingState(
  { ended_at, opened_at, open_until, confirm_until, code_tries }: Opening,
  now: Date,
): RoomOpening['state'] {
  if (ended_at) return 'ended'
  if (opened_at) return open_until && now < open_until ? 'open' : 'expired'
  return now < confirm_until && code_tries < MAX_CODES ? 'waiting' : 'expired'
}

/** Actions available to an administrator: the requester may view the room, another administrator confirms. */
export function openingActions(opening: Opening, callerId: string, now: Date): RoomOpening['allowed'] {
  const state = openingState(opening, now)
  const isMine = opening.asked_by === callerId
  const byCode = opening.confirm_by === 'code'
  return [
    ...(state === 'waiting' && !byCode && !isMine ? (['confirm'] as const) : []),
    ...(state === 'waiting' && byCode && isMine ? (['enter_code'] as const) : []),
    ...(state === 'open' && isMine ? (['look'] as const) : []),
    ...(state === 'open' || state === 'waiting' ? (['end'] as const) : []),
  ]
}

/** Eight digits, easy to read out over the telephone. */
export const newRoomCode = () => String(randomInt(100_000_000)).padStart(8, '0')

/** Stored form of a code: bound to its request, and useless without our key. */
export const hashRoomCode = ({ hmac }: Pick<Secrets, 'hmac'>, id: string, code: string): string =>
  hmac('exam-room-code', `${id}:${code.replace(/[\s-]/g, '')}`).toString('base64url')

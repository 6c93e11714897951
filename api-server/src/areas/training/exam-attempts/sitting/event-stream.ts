import type { Deps } from '../../../../deps.ts'
import { type EventStream, type Notices, pollOnNotice } from '../../../../http/events.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { isStillSignedIn } from '../../../../identity/queries.ts'
import { findFingerprint, noticeOf } from './queries.ts'

/** Seconds between session checks of an open exam room, in addition to the check before each event. */
const SESSION_SECONDS = 15

/**
 * Notifies an open exam room of changes: `exam` for the room, `notes` with the version of the notes. Events carry no other data; the page fetches
 * it with the usual calls. The first `exam` is sent immediately and covers changes from before the stream was open. When its session ends, the
 * stream closes before anything else is sent.
 */
export function followExam(
  { db }: Pick<Deps, 'db'>,
  notices: Notices,
  user: CurrentUser,
  { examId, stream }: { examId: string; stream: EventStream },
): Promise<void> {
  let seen: Awaited<ReturnType<typeof findFingerprint>>
  let sessionSeenAt = 0
  return pollOnNotice(notices, noticeOf(user.id, examId), stream, async (isFirst) => {
    const now = await findFingerprint(db, user.id, examId)
    const hasRoomChanged = isFirst || now?.room !== seen?.room
    const haveNotesChanged = !isFirst && now?.notes !== seen?.notes
    const isSessionDue = Date.now() - sessionSeenAt > SESSION_SECONDS * 1000
    if (isSessionDue || hasRoomChanged || haveNotesChanged) {
      if (!(await isStillSignedIn(db, user))) return false
      sessionSeenAt = Date.now()
    }
    if (hasRoomChanged) stream.send({ event: 'exam', data: null })
    if (haveNotesChanged) stream.send({ event: 'notes', data: { version: now?.notes ?? 0 } })
    seen = now
    return true
  })
}

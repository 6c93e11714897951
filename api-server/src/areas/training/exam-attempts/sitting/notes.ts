import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findNotes, findOwnAttempt, insertNotes, updateNotes } from './queries.ts'

/** Minutes after the end during which offline edits are still accepted. Afterwards notes are read-only. */
const NOTES_OPEN_MINUTES = 30

interface Names {
  exam: string
  id: string
}

export async function readNotes({ db }: Pick<Deps, 'db'>, user: CurrentUser, names: Names) {
  const { id } = await findAttempt(db, user, names)
  return (await findNotes(db, id)) ?? { text: '', updated_at: null, version: 0 }
}

/** Saves notes based on the current version. Otherwise the error contains the newer notes, so that the learner can decide. */
export async function saveNotes(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  names: Names,
  { text, version }: Output<'examNotesEdit'>,
): Promise<Accepted<'examNotes'>> {
  const { id, started_at, state, minutes_over } = await findAttempt(db, user, names)
  if (!started_at) throw new ApiError('conflict', 'Notes can be written from the start of your exam.')
  if (state !== 'active' && minutes_over > NOTES_OPEN_MINUTES)
    throw new ApiError('conflict', 'Your exam is over, so its notes can only be read.')
  const saved = version === 0 ? await insertNotes(db, id, text) : await updateNotes(db, id, text, version)
  if (saved) return saved
  const notes = await findNotes(db, id)
  throw new ApiError('stale_version', 'Your notes were changed on another device.', {
    extra: { notes: notes && { ...notes, updated_at: notes.updated_at.toISOString() } },
  })
}

async function findAttempt(db: Db, user: CurrentUser, { exam, id }: Names) {
  const attempt = await findOwnAttempt(db, user.id, exam, id)
  if (!attempt) throw new ApiError('not_found', 'There is no such attempt among yours.')
  return attempt
}

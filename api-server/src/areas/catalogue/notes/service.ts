import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { lockAccountNoKey } from '../../platform/auth/index.ts'
import { findOpenLesson } from '../progress/index.ts'
import * as queries from './queries.ts'

/** Maximum number of notes per account. */
const MAX_NOTES = 10_000
/** Maximum number of notes per lesson. All are returned in one response. */
const MAX_NOTES_OF_LESSON = 200
/** Notes per page of the list. */
const NOTES_PER_PAGE = 30

type NeededDeps = Pick<Deps, 'db'>

/** One page of the learner's own notes. `next` is a cursor, so that a new note does not shift the following page. */
export async function listMyNotes(
  { db }: NeededDeps,
  { id }: CurrentUser,
  { q, course, before }: Output<'notesQuery'>,
): Promise<Accepted<'notesPage'>> {
  const after = before === undefined ? null : parseCursor(before)
  const places = await queries.listPlaces(db, id, {
    q: q?.trim() || undefined,
    course,
    before: after,
    limit: NOTES_PER_PAGE + 1,
  })
  const page = places.slice(0, NOTES_PER_PAGE)
  const last = page.at(-1)
  const notes =
    page.length === 0
      ? []
      : await queries.listByIds(
          db,
          id,
          page.map((place) => place.id),
        )
  return { notes, next: last && places.length > NOTES_PER_PAGE ? `${last.at} ${last.id}` : null }
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

function parseCursor(text: string) {
  const [, at, id] = CURSOR.exec(text) ?? []
  if (!at || !id || Number.isNaN(Date.parse(at)))
    throw invalidField('before', 'Use the value of `next` from the previous page')
  return { at, id }
}

export const listNotedCourses = ({ db }: NeededDeps, { id }: CurrentUser) => queries.listNotedCourses(db, id)

export const listLessonNotes = (
  { db }: NeededDeps,
  { id }: CurrentUser,
  place: { course: string; section: string; lesson: string },
) => queries.listNotesAt(db, id, place)

/** Creates a note for a lesson that the learner can open. The account's lock serialises concurrent calls, so that the limits hold. */
export async function createNote(
  { db }: NeededDeps,
  user: CurrentUser,
  { course, section, lesson: slug, position_seconds, text }: Output<'noteCreate'>,
): Promise<Accepted<'note'>> {
  const { lesson } = await findOpenLesson(db, user, course, section, slug)
  if (position_seconds !== null && lesson.kind !== 'video')
    throw invalidField('position_seconds', 'Only notes on a video lesson have a position')
  return db.transaction(async (tx) => {
    await lockAccountNoKey(tx, user.id)
    assertLimits(await queries.countNotes(tx, user.id, lesson.id))
    const id = await queries.insertNote(tx, {
      user_id: user.id,
      lesson_id: lesson.id,
      course_id: lesson.course_id,
      position_seconds: position_seconds === null ? null : Math.min(position_seconds, lesson.duration_seconds),
      text,
    })
    const note = await queries.findNote(tx, user.id, id)
    if (!note) throw new Error('The note was not written')
    return note
  })
}

function assertLimits({ all, here }: { all: number; here: number }) {
  if (here >= MAX_NOTES_OF_LESSON)
    throw new ApiError(
      'conflict',
      `You already have ${MAX_NOTES_OF_LESSON} notes on this lesson, the maximum. Add to one of them instead.`,
    )
  if (all >= MAX_NOTES)
    throw new ApiError('conflict', `You already have ${MAX_NOTES} notes, the maximum. Delete some first.`)
}

/** Updates the version that the learner saw. If it was changed on another device, the error contains the current note, so that the learner can decide. */
export async function updateNote(
  { db }: NeededDeps,
  { id: user }: CurrentUser,
  id: string,
  edit: Output<'noteEdit'>,
): Promise<Accepted<'note'>> {
  const isChanged = await queries.updateNote(db, user, id, edit)
  const note = await findOwn(db, user, id)
  if (!isChanged) throw changedElsewhere(note)
  return note
}

/** Deletes only the version that the learner saw, so that a change from another device is not lost unseen. */
export async function deleteNote(
  { db }: NeededDeps,
  { id: user }: CurrentUser,
  id: string,
  { version }: Output<'seenNote'>,
): Promise<void> {
  if (!(await queries.deleteNote(db, user, id, version))) throw changedElsewhere(await findOwn(db, user, id))
}

async function findOwn(db: Deps['db'], userId: string, id: string) {
  const note = await queries.findNote(db, userId, id)
  if (!note) throw new ApiError('not_found', 'You have no such note.')
  return note
}

const changedElsewhere = (note: queries.NoteRow) =>
  new ApiError('stale_version', 'This note was changed on another device.', {
    extra: { note: { ...note, created_at: note.created_at.toISOString(), updated_at: note.updated_at.toISOString() } },
  })

/** Maximum number of bookmarks per account. All are returned in one response. */
const MAX_BOOKMARKS = 500

export const listMyBookmarks = ({ db }: Pick<Deps, 'db'>, { id }: CurrentUser) => queries.listBookmarks(db, id)

/** Bookmarks a lesson. Repeated calls return the existing bookmark. */
export async function createBookmark(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  { course, section, lesson: slug }: Output<'bookmarkCreate'>,
): Promise<Accepted<'bookmark'>> {
  const { lesson } = await findOpenLesson(db, user, course, section, slug)
  return db.transaction(async (tx) => {
    await lockAccountNoKey(tx, user.id)
    const known = await queries.findBookmark(tx, user.id, lesson.id)
    if (known) return known
    if ((await queries.countBookmarks(tx, user.id)) >= MAX_BOOKMARKS)
      throw new ApiError('conflict', `You already have ${MAX_BOOKMARKS} bookmarks, the maximum. Remove some first.`)
    await queries.insertBookmark(tx, user.id, lesson.id)
    const made = await queries.findBookmark(tx, user.id, lesson.id)
    if (!made) throw new Error('The bookmark was not written')
    return made
  })
}

export async function deleteBookmark({ db }: Pick<Deps, 'db'>, { id: user }: CurrentUser, id: string): Promise<void> {
  if (!(await queries.deleteBookmark(db, user, id))) throw new ApiError('not_found', 'You have no such bookmark.')
}

import { readStored, writeStored } from '@flagyard/ui/storage'

export interface LessonPlace {
  course: string
  section: string
  lesson: string
}

/** What was typed at a lesson and is not known to be kept. */
export interface NoteDraft {
  /** Also sent as the idempotency key, so that a note whose answer was lost is not written twice. */
  key: string
  place: LessonPlace
  /** Of the lesson. */
  title: string
  position_seconds: number | null
  /** Null while the server has no note of it, as far as is known. */
  id: string | null
  /** The version that it was made from, and its text. Version 0: a new note. */
  version: number
  kept: string
  /** What the new note was first sent with: a repeated creation says the same. */
  sent: string | null
  text: string
}

/** Local storage: notes that are not saved yet, by account. Without storage they last until the page is closed, which is asked about. */
const storageKey = (user: string) => `note_drafts:${user}`

export function listDrafts(user: string): NoteDraft[] {
  try {
    const drafts: unknown = JSON.parse(readStored(storageKey(user)) ?? '[]')
    return Array.isArray(drafts) ? drafts : []
  } catch {
    return []
  }
}

export const listDraftsAt = (user: string, place: LessonPlace) =>
  listDrafts(user).filter((draft) => samePlace(draft.place, place))

export const samePlace = (a: LessonPlace, b: LessonPlace) =>
  a.course === b.course && a.section === b.section && a.lesson === b.lesson

export const saveDraft = (user: string, draft: NoteDraft) => write(user, [...without(user, draft.key), draft])

export const forgetDraft = (user: string, key: string) => write(user, without(user, key))

const without = (user: string, key: string) => listDrafts(user).filter((draft) => draft.key !== key)

function write(user: string, drafts: NoteDraft[]): void {
  writeStored(storageKey(user), drafts.length === 0 ? null : JSON.stringify(drafts))
}

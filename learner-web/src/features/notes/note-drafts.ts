import { readStored, writeStored } from '@flagyard/ui/storage'
import { parseStored } from '../../lib/parse-stored.ts'

export interface LessonPlace {
  course: string
  section: string
  lesson: string
}

export interface NoteDraft {
  /** Also sent as the idempotency key, so that a retry after a lost response does not create a second note. */
  key: string
  place: LessonPlace
  title: string
  position_seconds: number | null
  /** Null if the note is not known to exist on the server. */
  id: string | null
  /** Version that the draft is based on; `kept` is its text. Version 0 means a new note. */
  version: number
  kept: string
  /** Text of the first creation request. A retry must send the same. */
  sent: string | null
  text: string
}

/** Local storage key of an account's drafts. Without storage they last until the page is closed, which triggers a warning. */
const storageKey = (user: string) => `note_drafts:${user}`

export function listDrafts(user: string): NoteDraft[] {
  const drafts = parseStored(readStored(storageKey(user)))
  return Array.isArray(drafts) ? drafts : []
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

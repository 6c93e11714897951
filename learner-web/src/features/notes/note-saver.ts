import type { Note } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { api } from '../../lib/api.ts'
import { createTextSaver } from '../../lib/text-saver.ts'
import { forgetDraft, type LessonPlace, type NoteDraft, saveDraft } from './note-drafts.ts'

const MAX_LENGTH = 5_000

/** A note that begins now, at a second of the film or at the lesson as a whole. */
export const newDraft = (place: LessonPlace, title: string, position_seconds: number | null): NoteDraft => ({
  ...{ key: crypto.randomUUID(), place, title, position_seconds },
  ...{ id: null, version: 0, kept: '', sent: null, text: '' },
})

/** A note that is to be changed. */
export const draftOf = ({ id, position_seconds, version, text, lesson }: Note): NoteDraft => ({
  ...newDraft(
    { course: lesson.course, section: lesson.section, lesson: lesson.lesson },
    lesson.title,
    position_seconds,
  ),
  ...{ id, version, kept: text, text },
})

/** Saves a note while it is typed. What is not saved yet stays in this browser, also when its page is closed. */
export function createNoteSaver(user: string, draft: NoteDraft, onSaved: (note: Note) => void) {
  let current = draft
  const keep = (change: Partial<NoteDraft>) => {
    current = { ...current, ...change }
    if (current.text === current.kept) forgetDraft(user, current.key)
    else saveDraft(user, current)
  }

  /** A note whose answer was lost is asked for with the same words again; what was typed since follows as a change. */
  async function create(text: string): Promise<Note> {
    const sent = current.sent ?? text
    keep({ sent })
    const { key, place, position_seconds } = current
    return api.createNote({ noteCreate: { ...place, position_seconds, text: sent } }, { idempotencyKey: key })
  }

  async function save({ text, version }: { text: string; version: number }): Promise<Note> {
    if (!current.id) return create(text)
    try {
      return await api.updateNote({ id: current.id, noteEdit: { text, version } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
      // Another device has deleted it; what is written here is not lost for that.
      keep({ id: null, sent: null, key: crypto.randomUUID() })
      return create(text)
    }
  }

  return createTextSaver<Note>({
    kept: { text: draft.kept, version: draft.version },
    text: draft.text,
    async save(edit) {
      const note = await save(edit)
      keep({ id: note.id })
      onSaved(note)
      return note
    },
    newestIn: ({ extra }) => extra.note as Note,
    problemOf,
    isStored: true,
    onChange: ({ text, kept }) => keep({ text, kept: kept.text, version: kept.version }),
  })
}

function problemOf(text: string): string | undefined {
  if (text.trim() === '') return 'Write something, or delete this note.'
  if (text.length > MAX_LENGTH) return 'A note holds 5,000 characters. Please shorten it, or begin another one.'
  return undefined
}

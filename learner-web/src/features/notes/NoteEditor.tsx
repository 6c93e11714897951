import type { Note } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { Button } from '@flagyard/ui/Button'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatSeconds } from '../../lib/format.ts'
import { createTextSaver } from '../../lib/text-saver.ts'
import * as t from '../../messages/en/notes.ts'
import { SavedText } from '../../shell/SavedText.tsx'
import { forgetDraft, type LessonPlace, type NoteDraft, saveDraft } from './note-drafts.ts'

interface Props {
  user: string
  draft: NoteDraft
  onSaved: (note: Note) => void
  onDone: () => void
}

/** Editor of a note, saved while typing. “Done” closes it once it is saved. */
export function NoteEditor({ user, draft, onSaved, onDone }: Props) {
  const saved = useRef(onSaved)
  saved.current = onSaved
  const [saver] = useState(() => createNoteSaver(user, draft, (note) => saved.current(note)))
  const { status } = useAtomValue(saver.state)
  const [isClosing, setClosing] = useState(false)
  useEffect(() => saver.start(), [saver])
  useEffect(() => {
    if (!isClosing) return
    if (status === 'saved') onDone()
    else if (status !== 'typing') setClosing(false)
  }, [isClosing, status, onDone])
  const done = () => {
    setClosing(true)
    saver.sendNow()
  }
  const { position_seconds: second } = draft
  return (
    <div className="stack">
      <SavedText
        saver={saver}
        label={second === null ? t.yourNote : t.yourNoteAt({ second: formatSeconds(second) })}
        rows={4}
        autoFocus
        hint={t.noteHint}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) done()
        }}
      />
      <Button size="small" busy={isClosing} onClick={done}>
        {t.done}
      </Button>
    </div>
  )
}

const MAX_LENGTH = 5_000

export const newDraft = (place: LessonPlace, title: string, position_seconds: number | null): NoteDraft => ({
  key: crypto.randomUUID(),
  place,
  title,
  position_seconds,
  id: null,
  version: 0,
  kept: '',
  sent: null,
  text: '',
})

export const draftOf = ({ id, position_seconds, version, text, lesson }: Note): NoteDraft => ({
  ...newDraft(
    { course: lesson.course, section: lesson.section, lesson: lesson.lesson },
    lesson.title,
    position_seconds,
  ),
  id,
  version,
  kept: text,
  text,
})

/** Saves a note while it is typed. Unsaved text is stored in this browser, also after the page is closed. */
function createNoteSaver(user: string, draft: NoteDraft, onSaved: (note: Note) => void) {
  let current = draft
  const update = (change: Partial<NoteDraft>) => {
    current = { ...current, ...change }
    if (current.text === current.kept) forgetDraft(user, current.key)
    else saveDraft(user, current)
  }

  /** After a lost response, the creation is retried with the same text. Later changes follow as an update. */
  async function create(text: string): Promise<Note> {
    const sent = current.sent ?? text
    update({ sent })
    const { key, place, position_seconds } = current
    return api.createNote({ noteCreate: { ...place, position_seconds, text: sent } }, { idempotencyKey: key })
  }

  async function save({ text, version }: { text: string; version: number }): Promise<Note> {
    if (!current.id) return create(text)
    try {
      return await api.updateNote({ id: current.id, noteEdit: { text, version } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
      // Another device has deleted the note, so it is created again rather than lost.
      update({ id: null, sent: null, key: crypto.randomUUID() })
      return create(text)
    }
  }

  return createTextSaver<Note>({
    stored: { text: draft.kept, version: draft.version },
    text: draft.text,
    async save(edit) {
      const note = await save(edit)
      update({ id: note.id })
      onSaved(note)
      return note
    },
    getNewest: ({ extra }) => extra.note as Note,
    problemOf,
    isStored: true,
    onChange: ({ text, stored }) => update({ text, kept: stored.text, version: stored.version }),
  })
}

function problemOf(text: string): string | undefined {
  if (text.trim() === '') return t.noteEmpty
  if (text.length > MAX_LENGTH) return t.noteTooLong
  return undefined
}

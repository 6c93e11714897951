import type { Note } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { formatSeconds } from '../../lib/format.ts'
import { SavedText } from '../../shell/SavedText.tsx'
import type { NoteDraft } from './note-drafts.ts'
import { createNoteSaver } from './note-saver.ts'

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
        label={second === null ? 'Your note' : `Your note at ${formatSeconds(second)}`}
        rows={4}
        autoFocus
        hint="Plain text, for you alone."
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) done()
        }}
      />
      <div>
        <Button size="small" busy={isClosing} onClick={done}>
          Done
        </Button>
      </div>
    </div>
  )
}

import { Button } from '@flagyard/ui/Button'
import { TextArea } from '@flagyard/ui/fields'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { useStore } from '@flagyard/ui/store'
import { useId } from 'react'
import styles from './Examroom.module.css'
import type { NotesSaver, NotesState } from './notes-saver.ts'

/** What the candidate writes down for themselves. It is saved while they type. */
export function ExamNotes({ saver }: { saver: NotesSaver }) {
  const { text, status, theirs, problem } = useStore(saver.state)
  return (
    <section className="stack">
      <h2 className={styles.title}>Notes</h2>
      <TextArea
        label="Your notes"
        rows={8}
        required
        value={text}
        readOnly={status === 'loading'}
        spellCheck={false}
        hint="Only you read them. They are saved while you type, and stay with this attempt."
        error={problem ?? undefined}
        onChange={(event) => saver.type(event.currentTarget.value)}
      />
      <div>
        <p className="small muted">{quiet[status]}</p>
        <div role="status">
          {status === 'unsent' && (
            <p className="small">
              We cannot reach the server at the moment. Your notes stay on this page, and are saved as soon as it is
              back.
            </p>
          )}
          {status === 'conflict' && (
            <p className="small">Your notes were changed on another device at the same time.</p>
          )}
        </div>
      </div>
      {status === 'conflict' && theirs !== null && <Conflict saver={saver} theirs={theirs} />}
    </section>
  )
}

/** What is read in passing, and not read out each time. */
const quiet: Partial<Record<NotesState['status'], string>> = {
  loading: 'Loading your notes…',
  saved: 'Saved.',
  typing: 'Saving…',
}

function Conflict({ saver, theirs }: { saver: NotesSaver; theirs: string }) {
  const heading = useId()
  return (
    <section className={styles.summary} aria-labelledby={heading}>
      <h3 id={heading}>On the other device</h3>
      <ScrollRegion label="Notes of the other device" className={styles.written}>
        {theirs === '' ? '(empty)' : theirs}
      </ScrollRegion>
      <p className="row">
        <Button variant="primary" size="small" onClick={saver.keepBoth}>
          Keep both
        </Button>
        <Button size="small" onClick={saver.keepMine}>
          Keep mine
        </Button>
        <Button size="small" onClick={saver.takeTheirs}>
          Take the other
        </Button>
      </p>
    </section>
  )
}

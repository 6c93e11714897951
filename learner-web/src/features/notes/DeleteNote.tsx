import type { Note } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { FormError } from '@flagyard/ui/FormError'
import { useState } from 'react'
import { useAction } from '../../lib/useAction.ts'
import { ConfirmDialog } from '../../shell/ConfirmDialog.tsx'
import styles from './notes.module.css'

export function DeleteNote({ note, remove }: { note: Note; remove: (note: Note) => Promise<void> }) {
  const [isAsking, setAsking] = useState(false)
  const { run, isPending, error } = useAction()
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Delete this note?"
        confirmLabel="Delete it"
        cancelLabel="Keep it"
        isPending={isPending}
        onConfirm={() => void run(() => remove(note))}
        onClose={() => setAsking(false)}
      >
        <p className={styles.text} data-sentry-block>
          {note.text}
        </p>
        <FormError>{error}</FormError>
      </ConfirmDialog>
    </>
  )
}

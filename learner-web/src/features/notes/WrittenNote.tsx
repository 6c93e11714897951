import type { Note } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { FormError } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import type { ReactNode } from 'react'
import { formatSeconds } from '../../lib/format.ts'
import { notePath } from '../../lib/record-paths.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/notes.ts'
import { ConfirmButton } from '../../shell/ConfirmDialog.tsx'
import styles from './notes.module.css'

interface Props {
  note: Note
  isHere?: boolean
  /** Seeks the video of this page. */
  onSeek?: ((second: number) => void) | undefined
  /** Actions on the note. */
  children?: ReactNode
}

export function WrittenNote({ note, isHere = false, onSeek, children }: Props) {
  const { position_seconds: second, text } = note
  const path = notePath(note.lesson, second)
  const time = formatSeconds(second ?? 0)
  return (
    <>
      <div className={styles.words}>
        {second !== null && (
          <span className={styles.place}>
            {onSeek ? (
              <Button
                size="small"
                className="mono"
                aria-label={t.goToPosition({ time })}
                onClick={() => onSeek(second)}
              >
                {time}
              </Button>
            ) : path && !isHere ? (
              <Link to={path} className="mono" aria-label={t.timeInLesson({ time, title: note.lesson.title })}>
                {time}
              </Link>
            ) : (
              <span className="mono muted">{time}</span>
            )}
          </span>
        )}
        <p className={styles.text} data-sentry-block>
          {text}
        </p>
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </>
  )
}

export function DeleteNote({ note, remove }: { note: Note; remove: (note: Note) => Promise<void> }) {
  const { run, isPending, error } = useAction()
  return (
    <ConfirmButton
      label={t.deleteText}
      size="small"
      variant="quiet"
      title={t.deleteTitle}
      confirmLabel={t.confirmDelete}
      cancelLabel={t.keepIt}
      isPending={isPending}
      onConfirm={() => run(() => remove(note))}
    >
      <p className={styles.text} data-sentry-block>
        {note.text}
      </p>
      <FormError>{error}</FormError>
    </ConfirmButton>
  )
}

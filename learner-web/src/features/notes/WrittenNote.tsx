import type { Note } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Link } from '@flagyard/ui/Link'
import type { ReactNode } from 'react'
import { formatSeconds } from '../../lib/format.ts'
import { notePath } from './note-path.ts'
import styles from './notes.module.css'

interface Props {
  note: Note
  /** Its lesson is the one on this page. */
  isHere?: boolean
  /** Moves the film on this page. */
  onSeek?: ((second: number) => void) | undefined
  /** What can be done with it. */
  children?: ReactNode
}

/** A note as it is kept: its second, its words, and what can be done with it. */
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
              <Button size="small" className="mono" aria-label={`Go to ${time}`} onClick={() => onSeek(second)}>
                {time}
              </Button>
            ) : path && !isHere ? (
              <Link to={path} className="mono" aria-label={`${time}, ${note.lesson.title}`}>
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

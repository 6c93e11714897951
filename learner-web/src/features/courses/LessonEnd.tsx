import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { formatDate, formatShare } from '../../lib/format.ts'
import styles from './Classroom.module.css'

interface Props {
  /** What completes the lesson: watching, flags, or saying so. */
  way: 'video' | 'lab' | 'reading'
  completedAt: string | null
  watched: number
  needed: number
  busy: boolean
  problem: string | undefined
  hasNext: boolean
  onComplete: () => void
}

/** Whether the lesson is complete, and if not, what is still missing. */
export function LessonEnd({ way, completedAt, watched, needed, busy, problem, hasNext, onComplete }: Props) {
  const enough = watched + 1e-9 >= needed
  return (
    <Card className={styles.end}>
      {completedAt ? (
        <>
          <Chip tone="good">Complete</Chip>
          <span className="small">Since {formatDate(completedAt)}</span>
        </>
      ) : way === 'video' && !enough ? (
        <>
          <Chip tone="warn">Not complete yet</Chip>
          <span className="small">
            Watched {formatShare(watched)} of the {formatShare(needed)} this lesson needs
          </span>
        </>
      ) : way === 'lab' ? (
        <>
          <Chip tone="warn">Not complete yet</Chip>
          <span className="small">Solve the lab’s flags to complete this lesson</span>
        </>
      ) : (
        <>
          <Chip tone="info">{way === 'video' ? 'Watched enough' : 'Not complete yet'}</Chip>
          <span className={styles.push}>
            <Button variant="primary" busy={busy} onClick={onComplete}>
              {way === 'reading' && hasNext ? 'Mark complete and go on' : 'Mark complete'}
            </Button>
          </span>
        </>
      )}
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
    </Card>
  )
}

import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { formatDate } from '../../lib/dates.ts'
import { formatPercent } from '../../lib/format.ts'
import styles from './Classroom.module.css'

interface Props {
  /** What completes the lesson: watching the video, solving the flags of the lab, or the button. */
  completedBy: 'video' | 'lab' | 'reading'
  completedAt: string | null
  watched: number
  required: number
  isPending: boolean
  error: string | undefined
  hasNext: boolean
  onComplete: () => void
}

/** Says whether the lesson is complete, and if not, what is missing. */
export function LessonCompletion({
  completedBy,
  completedAt,
  watched,
  required,
  isPending,
  error,
  hasNext,
  onComplete,
}: Props) {
  const watchedEnough = watched + 1e-9 >= required
  return (
    <Card className={styles.end}>
      {completedAt ? (
        <>
          <Chip tone="good">Complete</Chip>
          <span className="small">On {formatDate(completedAt)}</span>
        </>
      ) : completedBy === 'video' && !watchedEnough ? (
        <>
          <Chip tone="warn">Not complete yet</Chip>
          <span className="small">
            You have watched {formatPercent(watched)}; this lesson needs {formatPercent(required)}
          </span>
        </>
      ) : completedBy === 'lab' ? (
        <>
          <Chip tone="warn">Not complete yet</Chip>
          <span className="small">Solve the lab’s flags to complete this lesson</span>
        </>
      ) : (
        <>
          <Chip tone="info">{completedBy === 'video' ? 'Watched enough' : 'Not complete yet'}</Chip>
          <span className={styles.push}>
            <Button variant="primary" busy={isPending} onClick={onComplete}>
              {completedBy === 'reading' && hasNext ? 'Mark complete and continue' : 'Mark complete'}
            </Button>
          </span>
        </>
      )}
      <p role="alert" className={styles.problem}>
        {error}
      </p>
    </Card>
  )
}

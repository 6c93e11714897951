import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { formatPercent } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import styles from './Classroom.module.css'

interface Props {
  /** Completes the lesson: watching the video, solving the lab's flags, or the button. */
  completedBy: 'video' | 'lab' | 'reading'
  completedAt: string | null
  watched: number
  required: number
  isPending: boolean
  error: string | undefined
  /** Slug of the lesson's lab. */
  lab: string | undefined
  hasNext: boolean
  onComplete: () => void
  /** Shown after completion: the sections or course finished with it. */
  children?: ReactNode
}

/** Shows whether the lesson is complete, or what is still missing. */
export function LessonCompletion({
  completedBy,
  completedAt,
  watched,
  required,
  isPending,
  error,
  lab,
  hasNext,
  onComplete,
  children,
}: Props) {
  const watchedEnough = watched + 1e-9 >= required
  return (
    <Card className={styles.end}>
      {completedAt ? (
        <>
          <Chip tone="good">Complete</Chip>
          <span className="small">On {formatDate(completedAt)}</span>
          {children}
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
          <span className="small">Solve the lab’s flags to complete this lesson{lab && <FlagsLeft lab={lab} />}</span>
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

/** Uses the same query as the flags next to the lesson, so there is only one request. */
function FlagsLeft({ lab }: { lab: string }) {
  const { data: flags } = useQuery(callQuery('listLabFlags', { lab }))
  if (!flags) return null
  const left = flags.filter((flag) => !flag.solved_at)
  return `: ${flags.length - left.length} of ${flags.length} solved, “${left.map(({ title }) => title).join('”, “')}” missing`
}

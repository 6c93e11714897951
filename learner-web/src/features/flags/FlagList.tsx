import type { MyFlag } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../lib/query.ts'
import { toasts } from '../../shell/toasts.ts'
import type { FlagResult } from './FlagForm.tsx'
import { FlagForm } from './FlagForm.tsx'
import styles from './FlagList.module.css'
import { Walkthrough } from './Walkthrough.tsx'

/** The flags of a lab: the solved ones, and a form for each of the others. */
export function FlagList({ lab, onLessonCompleted }: { lab: string; onLessonCompleted?: (() => void) | undefined }) {
  const cache = useQueryClient()
  const query = callQuery('listLabFlags', { lab })
  const { data: flags, error, refetch } = useQuery(query)
  const [announcement, setAnnouncement] = useState('')
  // The panel above already says that there is no access.
  if (error instanceof ApiError && error.code === 'no_access') return null
  if (error && !flags) return <Failed what="the flags" why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!flags) return <Loading what="the flags" />
  if (flags.length === 0) return null
  const solved = flags.filter((flag) => flag.solved_at).length
  const applyResult = ({ correct, flag, lesson_completed }: FlagResult) => {
    cache.setQueryData<MyFlag[]>(query.queryKey, (known) => known?.map((one) => (one.id === flag.id ? flag : one)))
    if (!correct) return
    setAnnouncement(`Correct. ${flag.title} is solved, ${flag.earned} points.`)
    if (!lesson_completed) return
    toasts.show({ type: 'success', content: 'That was the last flag: the lesson is complete.' })
    onLessonCompleted?.()
  }
  return (
    <section className={styles.flags}>
      <h2 className={styles.title}>
        Flags{' '}
        <span className={styles.count}>
          {solved} of {flags.length}
        </span>
      </h2>
      <ul className={styles.list}>
        {flags.map((flag) => (
          <li key={flag.id}>
            {flag.solved_at ? (
              <div className={styles.solved}>
                <Chip tone="good">Solved</Chip>
                <span>{flag.title}</span>
                <span className="muted">+{flag.earned}</span>
                {flag.has_walkthrough && <Walkthrough id={flag.id} title={flag.title} />}
              </div>
            ) : (
              <FlagForm flag={flag} onResult={applyResult} />
            )}
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  )
}

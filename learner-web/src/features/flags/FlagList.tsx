import type { MyFlag } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { countOf } from '@flagyard/ui/format'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { toasts } from '../../shell/toasts.ts'
import { FlagForm } from './FlagForm.tsx'
import styles from './FlagList.module.css'
import { SolvedFlag } from './SolvedFlag.tsx'

type FlagResult = Awaited<ReturnType<typeof api.submitFlag>>

/** The flags of a lab: the solved ones, and a form for each of the others. */
export function FlagList({ lab, onLessonCompleted }: { lab: string; onLessonCompleted?: (() => void) | undefined }) {
  const cache = useQueryClient()
  const query = callQuery('listLabFlags', { lab })
  const { data: flags, error, refetch } = useQuery(query)
  const [announcement, setAnnouncement] = useState('')
  const [justSolved, setJustSolved] = useState('')
  // The panel above already says that there is no access.
  if (error instanceof ApiError && error.code === 'no_access') return null
  if (error && !flags) return <Failed what="the flags" why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!flags) return <Loading what="the flags" />
  if (flags.length === 0) return null
  const solved = flags.filter((flag) => flag.solved_at).length
  const earned = flags.reduce((sum, flag) => sum + flag.earned, 0)
  const total = flags.reduce((sum, flag) => sum + flag.points, 0)
  const applyResult = ({ correct, flag, lesson_completed }: FlagResult) => {
    cache.setQueryData<MyFlag[]>(query.queryKey, (known) => known?.map((one) => (one.id === flag.id ? flag : one)))
    if (!correct) return
    setJustSolved(flag.id)
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
          {solved} of {flags.length} · {earned} of {countOf(total, 'point')}
        </span>
      </h2>
      <ul className={styles.list}>
        {flags.map((flag) => (
          <li key={flag.id}>
            {flag.solved_at ? (
              <SolvedFlag flag={flag} isNew={flag.id === justSolved} />
            ) : (
              <FlagForm
                flag={flag}
                send={(text) => api.submitFlag({ id: flag.id, submitFlagPayload: { flag: text } })}
                onResult={applyResult}
              />
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

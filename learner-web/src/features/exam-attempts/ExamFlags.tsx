import type { ExamAttempt, ExamFlag, MyExamDetails } from '@flagyard/api-types'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { countOf } from '@flagyard/ui/format'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { FlagForm } from '../lab-work/flags/FlagForm.tsx'
import listStyles from '../lab-work/flags/FlagList.module.css'
import { SolvedFlag } from '../lab-work/flags/SolvedFlag.tsx'
import styles from './Examroom.module.css'
import type { ExamHandle } from './useExam.ts'

interface Props {
  exam: MyExamDetails
  attempt: ExamAttempt
  handle: ExamHandle
}

/** Flags of a running exam: solved ones, and a form for each of the others. */
export function ExamFlags({ exam, attempt, handle }: Props) {
  const cache = useQueryClient()
  const query = callQuery('listExamFlags', { exam: exam.slug })
  const {
    data: flags,
    error,
    refetch,
    // Another device may have solved a flag.
  } = useQuery({
    ...query,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: handle.isFollowing ? false : 30_000,
  })
  const [justSolved, setJustSolved] = useState('')
  const [announcement, setAnnouncement] = useState('')
  if (error && !flags) return <Failed what="the flags" why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!flags) return <Loading what="the flags" />
  const points = flags.reduce((sum, flag) => sum + (flag.solved_at || flag.credited_at ? flag.points : 0), 0)
  const apply = ({ correct, flag }: Awaited<ReturnType<typeof api.submitExamFlag>>) => {
    cache.setQueryData<ExamFlag[]>(query.queryKey, (known) => known?.map((one) => (one.id === flag.id ? flag : one)))
    if (!correct) return
    setJustSolved(flag.id)
    setAnnouncement(`Correct. ${flag.title} is solved, ${countOf(flag.points, 'point')}.`)
  }
  return (
    <div className="stack">
      <div className="row between">
        <h2 className={styles.title}>Flags</h2>
        <p className="small">
          <strong>{points}</strong> of {countOf(exam.total_points, 'point')} · pass at {attempt.passing_points}
        </p>
      </div>
      <ul className={listStyles.list}>
        {flags.map((flag) => (
          <li key={flag.id}>
            {flag.solved_at ? (
              <SolvedFlag
                flag={{ ...flag, earned: flag.points, has_walkthrough: false }}
                isNew={flag.id === justSolved}
              />
            ) : (
              <FlagForm
                flag={flag}
                send={(text) => api.submitExamFlag({ id: flag.id, submitExamFlagPayload: { flag: text } })}
                onResult={apply}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )
}

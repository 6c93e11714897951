import type { Deployment, MyFlag } from '@flagyard/api-types'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { countOf } from '@flagyard/ui/format'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/query.ts'
import { toasts } from '../../../shell/toasts.ts'
import { FlagBox } from './FlagBox.tsx'
import { FlagForm } from './FlagForm.tsx'
import styles from './FlagList.module.css'
import { LabSolved, type WayOn } from './LabSolved.tsx'
import { OpenFlag } from './OpenFlag.tsx'
import { SolvedFlag } from './SolvedFlag.tsx'

interface Props {
  lab: string
  flags: MyFlag[] | undefined
  error: Error | null
  retry: () => void
  /** Called when a flag is solved, which may unlock other parts of the lab. */
  onSolved: () => void
  onLessonCompleted?: (() => void) | undefined
  deployment: Deployment | null
  next: WayOn | undefined
}

/** The flags of a lab: one input for any of them, then the unsolved and solved ones. */
export function LabFlags({ lab, flags, error, retry, onSolved, onLessonCompleted, deployment, next }: Props) {
  const cache = useQueryClient()
  const { queryKey } = callQuery('listLabFlags', { lab })
  const [announcement, setAnnouncement] = useState('')
  const [justSolved, setJustSolved] = useState('')
  if (error && !flags) return <Failed what="the flags" why={errorMessage(error)} onRetry={retry} />
  if (!flags) return <Loading what="the flags" />
  if (flags.length === 0) return null
  const solved = flags.filter((flag) => flag.solved_at).length
  const earned = flags.reduce((sum, flag) => sum + flag.earned, 0)
  const total = flags.reduce((sum, flag) => sum + flag.points, 0)
  const store = (flag: MyFlag) =>
    cache.setQueryData<MyFlag[]>(queryKey, (known) => known?.map((one) => (one.id === flag.id ? flag : one)))
  const apply = ({ correct, flag, lesson_completed }: Awaited<ReturnType<typeof api.submitLabFlag>>) => {
    if (flag) store(flag)
    if (!correct || !flag) return
    setJustSolved(flag.id)
    setAnnouncement(`Correct. ${flag.title} is solved, ${countOf(flag.earned, 'point')}.`)
    onSolved()
    if (!lesson_completed) return
    toasts.show({ type: 'success', content: 'That was the last flag: the lesson is complete.' })
    onLessonCompleted?.()
  }
  const takesValues = flags.some((flag) => flag.type !== 'NOFLAG' && !flag.solved_at)
  return (
    <section id="flags" className={styles.flags}>
      <h2 className={styles.title}>
        Flags{' '}
        <span className={styles.count}>
          {solved} of {flags.length} · {earned} of {countOf(total, 'point')}
        </span>
      </h2>
      {solved === flags.length && <LabSolved flags={flags} deployment={deployment} next={next} />}
      {takesValues && (
        <FlagBox
          lab={lab}
          isSolved={(id) => flags.some((flag) => flag.id === id && flag.solved_at !== null)}
          onResult={apply}
        />
      )}
      <ul className={styles.list}>
        {flags.map((flag) => (
          <li key={flag.id}>
            {flag.solved_at ? (
              <SolvedFlag flag={flag} isNew={flag.id === justSolved} />
            ) : flag.type === 'NOFLAG' ? (
              <FlagForm
                flag={flag}
                send={(text) => api.submitFlag({ id: flag.id, submitFlagPayload: { flag: text } })}
                onResult={apply}
              />
            ) : (
              <OpenFlag flag={flag} onHint={store} />
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

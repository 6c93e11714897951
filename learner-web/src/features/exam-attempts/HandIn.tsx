import type { ExamAttempt, MyExamDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { FormError } from '@flagyard/ui/FormError'
import { countOf } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatClock } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { useNow } from '../../lib/useNow.ts'
import { ConfirmDialog } from '../../shell/ConfirmDialog.tsx'
import styles from './Examroom.module.css'
import { type ExamHandle, newestAttempt } from './useExam.ts'

interface Props {
  exam: MyExamDetails
  attempt: ExamAttempt
  handle: ExamHandle
}

/** Ends the exam early, after a warning about what is given up. */
export function HandIn({ exam, attempt, handle }: Props) {
  const [open, setOpen] = useState(false)
  const { data: flags = [] } = useQuery({ ...callQuery('listExamFlags', { exam: exam.slug }), enabled: false })
  const points =
    flags.reduce((sum, flag) => sum + (flag.solved_at || flag.credited_at ? flag.points : 0), 0) + attempt.extra_points
  const unsolved = flags.filter(({ solved_at }) => !solved_at).length
  const handIn = async () => {
    const done = await handle.change(
      'hand_in',
      () => api.handInExam({ exam: exam.slug }),
      (known) => newestAttempt(known)?.id === attempt.id && newestAttempt(known)?.state !== 'active',
    )
    if (done) setOpen(false)
  }
  return (
    <section className="stack">
      <h2 className={styles.title}>Hand in</h2>
      <p className="small muted">You need not: when your time is over, what you have solved is counted by itself.</p>
      <div>
        <Button onClick={() => setOpen(true)}>Hand in early…</Button>
      </div>
      <ConfirmDialog
        open={open}
        title="Hand in your exam?"
        confirmLabel="Hand it in"
        cancelLabel="Keep working"
        isPending={handle.pendingName === 'hand_in'}
        onConfirm={() => void handIn()}
        onClose={() => setOpen(false)}
      >
        <Loss attempt={attempt} handle={handle} unsolved={unsolved} />
        <p>
          You have <strong>{countOf(points, 'point')}</strong>, and pass with {attempt.passing_points}.{' '}
          {points < attempt.passing_points && <strong>Handed in now, this attempt is not passed.</strong>}
        </p>
        <FormError>{handle.errorOf('hand_in')}</FormError>
      </ConfirmDialog>
    </section>
  )
}

function Loss({ attempt, handle, unsolved }: { attempt: ExamAttempt; handle: ExamHandle; unsolved: number }) {
  const now = useNow() + handle.clockOffset
  const left = attempt.active_until ? Date.parse(attempt.active_until) - now : attempt.seconds_left * 1000
  return (
    <p>
      You give up the {formatClock(left)} that are left
      {unsolved > 0 && ` and the ${countOf(unsolved, 'flag')} that you have not solved`}. Your environment is taken down
      with everything in it. This cannot be taken back.
    </p>
  )
}

import type { Deployment, MyFlag } from '@flagyard/api-types'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { FormError } from '@flagyard/ui/Form'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { callQuery, queryClient } from '../../../lib/query.ts'
import { useAction } from '../../../lib/useAction.ts'
import * as t from '../../../messages/en/lab-work.ts'
import { ConfirmDialog } from '../../../shell/ConfirmDialog.tsx'
import { RichLine, RichText } from '../../../shell/RichText.tsx'
import { showSuccess } from '../../../shell/toasts.ts'
import styles from '../lab-work.module.css'
import { FlagBox } from './FlagBox.tsx'
import { FlagForm } from './FlagForm.tsx'
import { LabSolved, type NextLink } from './LabSolved.tsx'
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
  next: NextLink | undefined
}

export function LabFlags({ lab, flags, error, retry, onSolved, onLessonCompleted, deployment, next }: Props) {
  const { queryKey } = callQuery('listLabFlags', { lab })
  const [announcement, setAnnouncement] = useState('')
  const [justSolved, setJustSolved] = useState('')
  if (error && !flags) return <Failed what={t.flagsNoun} why={errorMessage(error)} onRetry={retry} />
  if (!flags) return <Loading what={t.flagsNoun} />
  if (flags.length === 0) return null
  const solved = flags.filter((flag) => flag.solved_at).length
  const earned = flags.reduce((sum, flag) => sum + flag.earned, 0)
  const total = flags.reduce((sum, flag) => sum + flag.points, 0)
  const store = (flag: MyFlag) =>
    queryClient.setQueryData<MyFlag[]>(queryKey, (known) => known?.map((one) => (one.id === flag.id ? flag : one)))
  const apply = ({ correct, flag, lesson_completed }: Awaited<ReturnType<typeof api.submitLabFlag>>) => {
    if (flag) store(flag)
    if (!correct || !flag) return
    setJustSolved(flag.id)
    setAnnouncement(t.flagSolved({ title: flag.title, earned: flag.earned }))
    onSolved()
    if (!lesson_completed) return
    showSuccess(t.lessonComplete)
    onLessonCompleted?.()
  }
  const hasOpenFlags = flags.some((flag) => flag.type !== 'NOFLAG' && !flag.solved_at)
  return (
    <section id="flags" className={styles.flags}>
      <h2 className={styles.title}>
        {t.flagsHeading({
          solved,
          all: flags.length,
          earned,
          total,
          count: (children) => <span className={styles.count}>{children}</span>,
        })}
      </h2>
      {solved === flags.length && <LabSolved flags={flags} deployment={deployment} next={next} />}
      {hasOpenFlags && (
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

interface OpenFlagProps {
  flag: MyFlag
  onHint: (flag: MyFlag) => void
}

function OpenFlag({ flag, onHint }: OpenFlagProps) {
  return (
    <div className={styles.flagStep}>
      <h3 className={styles.name}>
        {flag.title} <span className="muted">+{pointsLeft(flag)}</span>
      </h3>
      <p className="small">
        <RichLine>{flag.question}</RichLine>
      </p>
      {flag.wrong_tries > 0 && <p className="tiny muted">{t.triesSoFar({ count: flag.wrong_tries })}</p>}
      {flag.hint_cost !== null && <Hint flag={flag} cost={flag.hint_cost} onHint={onHint} />}
    </div>
  )
}

/** Points that the flag still gives. */
const pointsLeft = ({ points, hint, hint_cost }: MyFlag) => Math.max(0, points - (hint === null ? 0 : (hint_cost ?? 0)))

function Hint({ flag, cost, onHint }: OpenFlagProps & { cost: number }) {
  const [confirming, setConfirming] = useState(false)
  const { run, isPending, error } = useAction()
  const box = useRef<HTMLDivElement>(null)
  const taken = useRef(false)
  useEffect(() => {
    // Moves the focus, because the pressed button is gone.
    if (flag.hint !== null && taken.current) box.current?.focus()
  }, [flag.hint])
  if (flag.hint !== null)
    return (
      <div ref={box} className={styles.hint} tabIndex={-1}>
        <p className="tiny muted">{t.hintTaken({ cost })}</p>
        <RichText>{flag.hint}</RichText>
      </div>
    )
  const after = Math.max(0, flag.points - cost)
  const take = async () => {
    taken.current = true
    await run(async () => onHint(await api.takeHint({ id: flag.id })))
    setConfirming(false)
  }
  return (
    <div>
      <button type="button" className={styles.link} onClick={() => setConfirming(true)}>
        {t.takeHintFor({
          cost,
          title: flag.title,
          hidden: (children) => <span className="visually-hidden">{children}</span>,
        })}
      </button>
      <FormError>{error}</FormError>
      <ConfirmDialog
        open={confirming}
        title={t.takeHintTitle({ title: flag.title })}
        confirmLabel={t.takeHint}
        cancelLabel={t.notNow}
        isPending={isPending}
        onConfirm={() => void take()}
        onClose={() => setConfirming(false)}
      >
        <p>{cost === 0 ? t.hintIsFree : t.hintCosts({ cost, after, points: flag.points })}</p>
      </ConfirmDialog>
    </div>
  )
}

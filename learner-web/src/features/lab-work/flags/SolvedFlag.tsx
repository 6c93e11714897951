import type { MyFlag } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Dialog } from '@flagyard/ui/Dialog'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { callQuery } from '../../../lib/query.ts'
import { RichLine, RichText } from '../../../shell/RichText.tsx'
import styles from '../lab-work.module.css'

interface SolvedFlagProps {
  flag: Pick<MyFlag, 'id' | 'title' | 'question' | 'earned' | 'solved_at' | 'has_walkthrough'>
  isNew: boolean
}

/** A solved flag. If it was just solved, it takes the focus from its removed form. */
export function SolvedFlag({ flag, isNew }: SolvedFlagProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) box.current?.focus()
  }, [isNew])
  return (
    <div className={styles.flagSolved} ref={box} tabIndex={-1}>
      <div className="row between">
        <h3 className={styles.name}>
          {flag.title} <span className="muted">+{flag.earned}</span>
        </h3>
        <Chip tone="good">Solved</Chip>
      </div>
      <p className="small">
        <RichLine>{flag.question}</RichLine>
      </p>
      <div className="row tiny muted">
        {flag.solved_at && <span>{formatDate(flag.solved_at)}</span>}
        {flag.has_walkthrough && <Walkthrough id={flag.id} title={flag.title} />}
      </div>
    </div>
  )
}

function Walkthrough({ id, title }: { id: string; title: string }) {
  const [open, setOpen] = useState(false)
  const answer = useQuery({ ...callQuery('getWalkthroughUrl', { id }), enabled: open })
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        Walkthrough<span className="visually-hidden"> of {title}</span>
      </button>
      <WalkthroughDialog title={title} open={open} onClose={() => setOpen(false)} answer={answer} />
    </>
  )
}

interface Props {
  title: string
  open: boolean
  onClose: () => void
  answer: {
    data: { url: string | null; markdown: string | null } | undefined
    error: Error | null
    refetch: () => Promise<unknown>
  }
}

export function WalkthroughDialog({ title, open, onClose, answer: { data: walkthrough, error, refetch } }: Props) {
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      {error && <Failed what="the walkthrough" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !walkthrough && <Loading what="the walkthrough" />}
      {walkthrough?.markdown && <RichText>{walkthrough.markdown}</RichText>}
      {walkthrough?.url && (
        <p>
          <a href={walkthrough.url} target="_blank" rel="noopener noreferrer">
            Open the walkthrough<span className="visually-hidden"> (in a new tab)</span>
          </a>
        </p>
      )}
    </Dialog>
  )
}

import type { MyFlag } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { useEffect, useRef } from 'react'
import { formatDate } from '../../../lib/dates.ts'
import { RichLine } from '../../../shell/RichText.tsx'
import styles from './FlagList.module.css'
import { Walkthrough } from './Walkthrough.tsx'

/** A solved flag. If it was just solved, it takes the focus from its removed form. */
export function SolvedFlag({
  flag,
  isNew,
}: {
  flag: Pick<MyFlag, 'id' | 'title' | 'question' | 'earned' | 'solved_at' | 'has_walkthrough'>
  isNew: boolean
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) box.current?.focus()
  }, [isNew])
  return (
    <div className={styles.solved} ref={box} tabIndex={-1}>
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

import type { MyFlag } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Dialog } from '@flagyard/ui/Dialog'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { callQuery } from '../../../lib/query.ts'
import * as t from '../../../messages/en/lab-work.ts'
import { Loaded } from '../../../shell/Loaded.tsx'
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
        <Chip tone="good">{t.solved}</Chip>
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
  const query = useQuery({ ...callQuery('getWalkthroughUrl', { id }), enabled: open })
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        {t.walkthroughOf({ title, hidden: (children) => <span className="visually-hidden">{children}</span> })}
      </button>
      <WalkthroughDialog title={title} open={open} onClose={() => setOpen(false)} query={query} />
    </>
  )
}

interface Props {
  title: string
  open: boolean
  onClose: () => void
  query: ComponentProps<typeof Loaded<{ url: string | null; markdown: string | null }>>['query']
}

export function WalkthroughDialog({ title, open, onClose, query }: Props) {
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <Loaded query={query} what={t.walkthroughNoun}>
        {({ url, markdown }) => (
          <>
            {markdown && <RichText>{markdown}</RichText>}
            {url && (
              <a href={url} target="_blank" rel="noopener noreferrer">
                {t.openWalkthrough({ hidden: (children) => <span className="visually-hidden">{children}</span> })}
              </a>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

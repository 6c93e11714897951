import { errorMessage } from '@flagyard/ui/error-message'
import { FailedLine } from '@flagyard/ui/Feedback'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../lib/query.ts'
import { isImpersonationTab } from '../../lib/session.ts'
import styles from './Examroom.module.css'

/** Notes of a past attempt, loaded when opened. */
export function PastNotes({ slug, id }: { slug: string; id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    ...callQuery('getExamNotes', { exam: slug, id }),
    enabled: isOpen,
    staleTime: 0,
  })
  if (isImpersonationTab) return null
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summaryLine}>Your notes</summary>
      {data ? (
        data.text === '' ? (
          <p className="small muted">You wrote none.</p>
        ) : (
          <ScrollRegion label="Your notes of this attempt" className={styles.written}>
            {data.text}
          </ScrollRegion>
        )
      ) : error ? (
        <FailedLine why={errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <p className="small muted">Loading your notes…</p>
      )}
    </details>
  )
}

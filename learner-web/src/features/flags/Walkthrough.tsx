import { Dialog } from '@flagyard/ui/Dialog'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../lib/query.ts'
import { RichText } from '../../shell/RichText.tsx'
import styles from './FlagList.module.css'

/** The walkthrough of a solved flag, in a dialog. */
export function Walkthrough({ id, title }: { id: string; title: string }) {
  const [open, setOpen] = useState(false)
  const { data: walkthrough, error, refetch } = useQuery({ ...callQuery('getWalkthroughUrl', { id }), enabled: open })
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        Walkthrough<span className="visually-hidden"> of {title}</span>
      </button>
      <Dialog open={open} title={title} onClose={() => setOpen(false)}>
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
    </>
  )
}

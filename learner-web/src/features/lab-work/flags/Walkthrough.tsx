import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../../lib/query.ts'
import styles from './FlagList.module.css'
import { WalkthroughDialog } from './WalkthroughDialog.tsx'

export function Walkthrough({ id, title }: { id: string; title: string }) {
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

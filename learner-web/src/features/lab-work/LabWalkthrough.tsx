import type { MyLabDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../lib/query.ts'
import { WalkthroughDialog } from './flags/WalkthroughDialog.tsx'
import styles from './LabPanel.module.css'

/** Walkthrough of the lab: the condition that unlocks it, and then its content. */
export function LabWalkthrough({ myLab: { slug, title, walkthrough_state } }: { myLab: MyLabDetails }) {
  const [open, setOpen] = useState(false)
  const answer = useQuery({ ...callQuery('getLabWalkthrough', { slug }), enabled: open })
  if (walkthrough_state === 'none') return null
  return (
    <section className={styles.panel}>
      <h2 className={styles.title}>Walkthrough</h2>
      {walkthrough_state === 'open' ? (
        <div>
          <Button size="small" onClick={() => setOpen(true)}>
            Read the walkthrough
          </Button>
        </div>
      ) : (
        <p className="small muted">It opens once you have solved every required flag.</p>
      )}
      <WalkthroughDialog title={`Walkthrough: ${title}`} open={open} onClose={() => setOpen(false)} answer={answer} />
    </section>
  )
}

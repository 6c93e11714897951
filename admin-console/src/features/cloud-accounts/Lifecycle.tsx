import type { CloudAccount } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { useState } from 'react'
import { countOf, formatMoment } from '../../lib/format.ts'
import styles from './CloudAccountShow.module.css'

/** Number of steps shown by default: enough for one lease and one nuke. */
const SHOWN = 8

/** State history of an account, newest first. Older steps are collapsed, because accounts are used for years. */
export function Lifecycle({ account: { history } }: { account: CloudAccount }) {
  const [isOpen, setOpen] = useState(false)
  const steps = history.toSorted((a, b) => b.at.localeCompare(a.at))
  const earlier = steps.length - SHOWN
  return (
    <section className={styles.card} aria-label="Lifecycle">
      <h2 className={styles.title}>Lifecycle</h2>
      {steps.length === 0 && <p className="muted small">Nothing happened to it yet.</p>}
      <ol className={styles.steps}>
        {steps.slice(0, isOpen ? steps.length : SHOWN).map((step) => (
          <li key={`${step.at} ${step.to}`} className={styles.step}>
            <span className={styles.to}>
              {step.from && step.from !== step.to ? `${step.from} → ${step.to}` : step.to}
            </span>
            <span className={styles.why}>{step.reason}</span>
            <span className={styles.when}>
              {formatMoment(step.at)}
              {step.by && ` · ${step.by}`}
            </span>
          </li>
        ))}
      </ol>
      {earlier > 0 && (
        <div>
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Fold the earlier steps' : `Show ${countOf(earlier, 'earlier step')}`}
          </Button>
        </div>
      )}
    </section>
  )
}

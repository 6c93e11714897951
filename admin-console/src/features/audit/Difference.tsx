import type { AuditEntry } from '@flagyard/api-types'
import styles from './Difference.module.css'

/** What stood there, and what stands there now. */
export function Difference({ entry: { before, after } }: { entry: Pick<AuditEntry, 'before' | 'after'> }) {
  if (before === null && after === null) return '—'
  return (
    <details className={styles.difference}>
      <summary>Show</summary>
      <Side label="Before" value={before} />
      <Side label="After" value={after} />
    </details>
  )
}

function Side({ label, value }: { label: string; value: unknown }) {
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <pre className={styles.value}>{value === null ? 'nothing' : JSON.stringify(value, null, 2)}</pre>
    </div>
  )
}

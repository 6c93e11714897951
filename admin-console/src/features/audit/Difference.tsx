import type { AuditEntry } from '@flagyard/api-types'
import { countOf } from '../../lib/format.ts'
import { changesOf, type FieldChange } from './changes.ts'
import styles from './Difference.module.css'

/** Number of changed fields shown; the rest are collapsed. */
const AT_A_GLANCE = 3

export function Difference({ entry }: { entry: Pick<AuditEntry, 'before' | 'after'> }) {
  const changes = changesOf(entry)
  if (changes.length === 0) return '—'
  const [shown, folded] = [changes.slice(0, AT_A_GLANCE), changes.slice(AT_A_GLANCE)]
  return (
    <div className={styles.difference}>
      <Changes changes={shown} />
      {folded.length > 0 && (
        <details>
          <summary>{countOf(folded.length, 'more field')}</summary>
          <Changes changes={folded} />
        </details>
      )}
    </div>
  )
}

const Changes = ({ changes }: { changes: FieldChange[] }) => (
  <ul className={styles.changes}>
    {changes.map(({ field, before, after }) => (
      <li key={field}>
        <span className={styles.field}>{field}:</span> {before !== null && <del>{before}</del>}
        {before !== null && after !== null && ' → '}
        {after !== null && <ins>{after}</ins>}
      </li>
    ))}
  </ul>
)

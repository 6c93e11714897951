import type { Emptied as Receipt } from '@flagyard/api-types'
import { countOf } from '@flagyard/ui/format'
import { formatDateTime } from '../../lib/dates.ts'
import styles from './LabPanel.module.css'

/** Receipt that the account was empty when it was assigned. */
export function Emptied({ receipt }: { receipt: Receipt | null }) {
  if (!receipt) return null
  const { cleaned_at, removed, verified_at, stays } = receipt
  return (
    <details className={styles.receipt}>
      <summary>Last checked empty: {formatDateTime(verified_at)}</summary>
      <p className={styles.note}>
        {cleaned_at
          ? `It was emptied ${formatDateTime(cleaned_at)}: ${countOf(removed, 'thing')} of the lab before yours went. Then we looked once more.`
          : 'Nobody had it before you.'}{' '}
        {stays.length === 0
          ? 'Nothing stood in it.'
          : `What every account has stays: ${stays.map(({ type, count }) => (count === 1 ? type : `${count} × ${type}`)).join(', ')}.`}
      </p>
    </details>
  )
}

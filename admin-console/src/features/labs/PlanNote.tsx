import type { LabRecord } from '@flagyard/api-types'
import { DEFAULT_CURRENCY } from '@flagyard/api-types/contract/money'
import { useRecordContext } from 'react-admin'
import { countOf, formatMicros } from '../../lib/format.ts'
import styles from '../content/content.module.css'

/** Planned resources and cost of the saved module, next to the limits for them. */
export function PlanNote() {
  const plan = useRecordContext<LabRecord>()?.plan
  if (!plan) return null
  const { resources, hourly_cost, unpriced } = plan
  return (
    <p className={styles.quiet}>
      As saved, the module plans {countOf(resources, 'resource')} for {formatMicros(hourly_cost, DEFAULT_CURRENCY)} an
      hour
      {unpriced.length > 0 ? `, and what has no price: ${unpriced.join(', ')}.` : '.'}
    </p>
  )
}

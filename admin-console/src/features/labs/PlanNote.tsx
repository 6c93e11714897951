import type { LabRecord } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { countOf } from '../../lib/format.ts'
import styles from '../content/content.module.css'

/** What the saved module builds and costs, beside the limits that it has to keep. */
export function PlanNote() {
  const plan = useRecordContext<LabRecord>()?.plan
  if (!plan) return null
  const { resources, hourly_cost, unpriced } = plan
  return (
    <p className={styles.quiet}>
      As saved, the module plans {countOf(resources, 'resource')} for {hourly_cost / 1_000_000} an hour
      {unpriced.length > 0 ? `, and what has no price: ${unpriced.join(', ')}.` : '.'}
    </p>
  )
}

import type { RetentionRule } from '@flagyard/api-types'
import { countOf } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import styles from './privacy.module.css'

/** Retention period and reason of each kind of data, shortest first. */
export function RetentionList() {
  return (
    <Loaded query={useQuery(callQuery('listRetention'))} what="the retention periods" isLine>
      {(rules) => (
        <ul className={styles.list}>
          {rules.map((rule) => (
            <li key={rule.what} className={styles.holding}>
              <p>
                <strong>{rule.what}</strong>: {durationOf(rule)}
              </p>
              <p className="small muted">{rule.why}</p>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function durationOf({ days, since }: RetentionRule): string {
  if (days === null) return since
  return `${days % 365 === 0 ? countOf(days / 365, 'year') : countOf(days, 'day')} ${since}`
}

import type { RetentionRule } from '@flagyard/api-types'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import * as t from '../../messages/en/privacy.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import styles from './privacy.module.css'

/** Retention period and reason of each kind of data, shortest first. */
export function RetentionList() {
  return (
    <Loaded query={useQuery(callQuery('listRetention'))} what={t.retentionPeriods} isLine>
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
  return days % 365 === 0 ? t.yearsSince({ count: days / 365, since }) : t.daysSince({ count: days, since })
}

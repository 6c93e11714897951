import type { RetentionRule } from '@flagyard/api-types'
import { errorMessage, FailedLine, Loading } from '@flagyard/ui/Feedback'
import { countOf } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import styles from './privacy.module.css'

/** Retention period and reason of each kind of data, shortest first. */
export function RetentionList() {
  const { data: rules, error, refetch } = useQuery(callQuery('listRetention'))
  if (error && !rules) return <FailedLine why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!rules) return <Loading what="how long data is kept" />
  return (
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
  )
}

function durationOf({ days, since }: RetentionRule): string {
  if (days === null) return since
  return `${days % 365 === 0 ? countOf(days / 365, 'year') : countOf(days, 'day')} ${since}`
}

import type { UserAttempt } from '@flagyard/api-types'
import { formatMoment } from '../../lib/format.ts'
import styles from './AttemptDialog.module.css'

/** The rules as the candidate accepted them. Later changes of the exam do not affect them. */
export function AcceptedRules({ rules }: { rules: UserAttempt['accepted_rules'] }) {
  if (!rules) return null
  return (
    <details>
      <summary className={styles.summary}>Rules accepted on {formatMoment(rules.at)}</summary>
      <p className={styles.text}>{rules.text}</p>
    </details>
  )
}

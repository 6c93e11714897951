import type { UserIssue, UserRecord } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Link } from 'react-router-dom'
import { countOf } from '../../lib/format.ts'
import { userIssues } from './issues.ts'
import styles from './UserShow.module.css'

/** Pending tasks about this account, each linked to its rows. Shown on all tabs. */
export function UserIssues({ user: { username, issues } }: { user: UserRecord }) {
  const waiting = (Object.keys(userIssues) as UserIssue[]).filter((issue) => issues[issue] > 0)
  if (waiting.length === 0) return null
  return (
    <ul className={styles.issues} aria-label="Waiting for you">
      {waiting.map((issue) => {
        const { one, many, tab } = userIssues[issue]
        return (
          <li key={issue}>
            <Link to={`${consolePaths.user(username)}/${tab}`}>{countOf(issues[issue], one, many)}</Link>
          </li>
        )
      })}
    </ul>
  )
}

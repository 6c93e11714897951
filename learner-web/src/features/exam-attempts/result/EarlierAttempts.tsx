import type { ExamAttempt } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from '@flagyard/ui/Link'
import { formatDate } from '../../../lib/format.ts'
import { PastNotes } from '../ExamNotes.tsx'
import styles from '../Examroom.module.css'
import { attemptChips } from '../labels.ts'

export function EarlierAttempts({ slug, attempts }: { slug: string; attempts: ExamAttempt[] }) {
  const earlier = attempts.slice(1).filter(({ state }) => state !== 'purchased')
  if (earlier.length === 0) return null
  return (
    <Card as="section" className="stack">
      <h2 className={styles.title}>Earlier attempts</h2>
      <ul className={styles.checks}>
        {earlier.map((attempt) => (
          <li key={attempt.id}>
            <div className="row between">
              <span>
                <Link to={paths.attempt(slug, attempt.id)}>Attempt {attempt.number}</Link>
                {attempt.decided_at && `, ${formatDate(attempt.decided_at)}`}
              </span>
              <span className="row">
                <span className="small">
                  {attempt.points + attempt.extra_points} of {attempt.passing_points} points to pass
                </span>
                {attempt.under_review ? (
                  <Chip tone="info">Under review</Chip>
                ) : (
                  attempt.state !== 'purchased' && (
                    <Chip tone={attemptChips[attempt.state].tone}>{attemptChips[attempt.state].label}</Chip>
                  )
                )}
              </span>
            </div>
            {attempt.started_at && <PastNotes slug={slug} id={attempt.id} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

import type { ExamAttempt } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from '@flagyard/ui/Link'
import { formatDate } from '../../../lib/format.ts'
import * as t from '../../../messages/en/exam-attempts.ts'
import { SectionCard } from '../../../shell/sections.tsx'
import { PastNotes } from '../ExamNotes.tsx'
import styles from '../Examroom.module.css'
import { attemptChips } from '../labels.ts'

export function EarlierAttempts({ slug, attempts }: { slug: string; attempts: ExamAttempt[] }) {
  const earlier = attempts.slice(1).filter(({ state }) => state !== 'purchased')
  if (earlier.length === 0) return null
  return (
    <SectionCard title={t.earlierAttempts}>
      <ul className={styles.checks}>
        {earlier.map((attempt) => (
          <li key={attempt.id}>
            <div className="row between">
              <span>
                <Link to={paths.attempt(slug, attempt.id)}>{t.attemptNumber({ number: attempt.number })}</Link>
                {attempt.decided_at && `, ${formatDate(attempt.decided_at)}`}
              </span>
              <span className="row">
                <span className="small">
                  {t.pointsToPass({ points: attempt.points + attempt.extra_points, passing: attempt.passing_points })}
                </span>
                <AttemptChip attempt={attempt} />
              </span>
            </div>
            {attempt.started_at && <PastNotes slug={slug} id={attempt.id} />}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

type ChippedAttempt = Pick<ExamAttempt, 'state'> & Partial<Pick<ExamAttempt, 'under_review'>>

export function AttemptChip({ attempt: { state, under_review } }: { attempt: ChippedAttempt }) {
  if (under_review) return <Chip tone="info">{t.underReview}</Chip>
  return state !== 'purchased' && <Chip tone={attemptChips[state].tone}>{attemptChips[state].label}</Chip>
}

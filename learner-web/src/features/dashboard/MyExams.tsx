import type { MyExam } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { cloudNames, formatMinutes } from '@flagyard/ui/format'
import { formatDate, formatDateTime } from '../../lib/dates.ts'
import { attemptChips } from '../exam-attempts/labels.ts'
import styles from './Dashboard.module.css'

/** Exams that the learner owns or has taken, with their state. */
export function MyExams({ exams }: { exams: MyExam[] }) {
  if (exams.length === 0) return null
  return (
    <section className="stack">
      <h2 className={styles.title}>My exams</h2>
      <ul className={styles.labs}>
        {exams.map((exam) => (
          <Card as="li" key={exam.slug} className={styles.lab}>
            <div>
              <h3>{exam.title}</h3>
              <p className="small muted">
                {cloudNames[exam.cloud]} · {formatMinutes(exam.duration_minutes)}
                {momentText(exam)}
              </p>
            </div>
            <StateChip exam={exam} />
            <ButtonLink
              size="small"
              to={exam.has_access || exam.attempt ? paths.examroom(exam.slug) : paths.exam(exam.slug)}
            >
              {exam.attempt ? doors[exam.attempt.state] : 'Open the page'}
              <span className="visually-hidden"> of {exam.title}</span>
            </ButtonLink>
          </Card>
        ))}
      </ul>
    </section>
  )
}

/** Label of the link to the exam room, by state. */
const doors = {
  purchased: 'Open the room',
  scheduled: 'Open the room',
  preparing: 'Check in to the room',
  active: 'Back to the room',
  provisional: 'See the result',
  passed: 'See the result',
  failed: 'See the result',
  no_show: 'See the room',
  disqualified: 'See the result',
  void: 'See the room',
} as const

/** The next relevant date: start, end, or booking deadline. */
function momentText({ attempt, access_ends_at }: MyExam): string {
  if (attempt?.state === 'active' && attempt.active_until)
    return ` · your time is over on ${formatDateTime(attempt.active_until)}`
  if ((attempt?.state === 'scheduled' || attempt?.state === 'preparing') && attempt.scheduled_at)
    return ` · begins on ${formatDateTime(attempt.scheduled_at)}`
  return access_ends_at ? ` · book by ${formatDate(access_ends_at)}` : ''
}

function StateChip({ exam: { attempt, bookable } }: { exam: MyExam }) {
  if (attempt && attempt.state !== 'purchased') {
    const { tone, label } = attemptChips[attempt.state]
    return <Chip tone={tone}>{label}</Chip>
  }
  return bookable ? <Chip tone="info">Not booked yet</Chip> : <Chip tone="neutral">Booking opens soon</Chip>
}

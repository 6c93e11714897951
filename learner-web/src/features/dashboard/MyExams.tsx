import type { MyExam } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { cloudNames, formatMinutes } from '@flagyard/ui/format'
import { formatDate } from '../../lib/dates.ts'
import { attemptChips } from '../exams/labels.ts'
import styles from './Dashboard.module.css'

/** The exams that I own or have sat, and how each of them stands. */
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
                {exam.access_ends_at && ` · yours until ${formatDate(exam.access_ends_at)}`}
              </p>
            </div>
            <StateChip exam={exam} />
            <ButtonLink size="small" to={exam.has_access ? paths.examroom(exam.slug) : paths.exam(exam.slug)}>
              Open<span className="visually-hidden"> {exam.title}</span>
            </ButtonLink>
          </Card>
        ))}
      </ul>
    </section>
  )
}

function StateChip({ exam: { attempt, bookable } }: { exam: MyExam }) {
  if (attempt && attempt.state !== 'purchased') {
    const { tone, label } = attemptChips[attempt.state]
    return <Chip tone={tone}>{label}</Chip>
  }
  return bookable ? <Chip tone="info">Not booked yet</Chip> : <Chip tone="neutral">Booking opens soon</Chip>
}

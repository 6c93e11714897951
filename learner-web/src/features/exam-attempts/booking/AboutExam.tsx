import type { MyExamDetails } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { cloudNames, countOf, formatMinutes } from '@flagyard/ui/format'
import type { ReactNode } from 'react'
import { formatClock, formatDate } from '../../../lib/format.ts'
import { RichText } from '../../../shell/RichText.tsx'
import styles from '../Examroom.module.css'

export function AboutExam({ exam }: { exam: MyExamDetails }) {
  return (
    <Card as="section" className="stack">
      <h2 className={styles.title}>About this exam</h2>
      <dl className={styles.facts}>
        <Fact name="Length">{formatMinutes(exam.duration_minutes)}</Fact>
        <Fact name="To pass">
          {exam.passing_points} of {exam.total_points} points
        </Fact>
        <Fact name="Flags">{exam.flags}</Fact>
        <Fact name="Attempts">{exam.attempts_allowed}</Fact>
        <Fact name="Cloud">{cloudNames[exam.cloud]}</Fact>
      </dl>
      {exam.description && <RichText>{exam.description}</RichText>}
      <ExamRules exam={exam} />
    </Card>
  )
}

/** The rules in force: those accepted by the learner, or the exam's current rules before acceptance. */
function ExamRules({ exam: { rules, accepted_rules } }: { exam: MyExamDetails }) {
  if (!rules && !accepted_rules) return null
  return (
    <section className="stack" id="rules">
      <h3>Rules</h3>
      {accepted_rules && (
        <p className="small muted">
          You accepted them on {formatDate(accepted_rules.at)}, and they hold for this date.
        </p>
      )}
      <RichText>{accepted_rules?.text ?? rules}</RichText>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const DAY = 86_400_000

/** Time left: in days and hours from two days on, otherwise to the second. */
export function Countdown({ milliseconds, label }: { milliseconds: number; label: string }) {
  const left = Math.max(0, milliseconds)
  const days = Math.floor(left / DAY)
  const hours = Math.floor((left % DAY) / 3_600_000)
  return (
    <p>
      <span className={days >= 2 ? styles.days : styles.clock} role="timer">
        {days >= 2 ? `${countOf(days, 'day')} ${countOf(hours, 'hour')}` : formatClock(left)}
      </span>{' '}
      <span className="small muted">{label}</span>
    </p>
  )
}

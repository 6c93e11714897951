import type { MyExamDetails } from '@flagyard/api-types'
import { cloudNames, countOf, formatMinutes } from '@flagyard/ui/format'
import { formatClock, formatDate } from '../../../lib/format.ts'
import { RichText } from '../../../shell/RichText.tsx'
import { FactList, SectionCard } from '../../../shell/sections.tsx'
import styles from '../Examroom.module.css'

export function AboutExam({ exam }: { exam: MyExamDetails }) {
  return (
    <SectionCard title="About this exam">
      <FactList
        className={styles.facts}
        facts={[
          ['Length', formatMinutes(exam.duration_minutes)],
          ['To pass', `${exam.passing_points} of ${exam.total_points} points`],
          ['Flags', exam.flags],
          ['Attempts', exam.attempts_allowed],
          ['Cloud', cloudNames[exam.cloud]],
        ]}
      />
      {exam.description && <RichText>{exam.description}</RichText>}
      <ExamRules exam={exam} />
    </SectionCard>
  )
}

/** The rules in force: those accepted by the learner, or the exam's current rules before acceptance. */
function ExamRules({ exam: { rules, accepted_rules } }: { exam: MyExamDetails }) {
  if (!rules && !accepted_rules) return null
  return (
    <section className="stack" id="rules">
      <h3>Rules</h3>
      {accepted_rules && (
        <p className="small muted">You accepted them on {formatDate(accepted_rules.at)}. They apply to this booking.</p>
      )}
      <RichText>{accepted_rules?.text ?? rules}</RichText>
    </section>
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

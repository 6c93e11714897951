import type { MyExamDetails } from '@flagyard/api-types'
import { cloudNames, formatMinutes } from '@flagyard/ui/format'
import { formatClock, formatDate } from '../../../lib/format.ts'
import * as t from '../../../messages/en/exam-attempts.ts'
import { RichText } from '../../../shell/RichText.tsx'
import { FactList, SectionCard } from '../../../shell/sections.tsx'
import styles from '../Examroom.module.css'

export function AboutExam({ exam }: { exam: MyExamDetails }) {
  return (
    <SectionCard title={t.aboutThisExam}>
      <FactList
        className={styles.facts}
        facts={[
          [t.length, formatMinutes(exam.duration_minutes)],
          [t.toPass, t.pointsToPassOf({ passing: exam.passing_points, total: exam.total_points })],
          [t.flags, exam.flags],
          [t.attempts, exam.attempts_allowed],
          [t.cloud, cloudNames[exam.cloud]],
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
      <h3>{t.rules}</h3>
      {accepted_rules && <p className="small muted">{t.rulesAccepted({ date: formatDate(accepted_rules.at) })}</p>}
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
        {days >= 2 ? t.daysAndHours({ days, hours }) : formatClock(left)}
      </span>{' '}
      <span className="small muted">{label}</span>
    </p>
  )
}

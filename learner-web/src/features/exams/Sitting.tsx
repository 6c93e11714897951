import type { ExamAttempt, MyExamDetails } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { RichText } from '../../shell/RichText.tsx'
import { ExamEnvironment } from './ExamEnvironment.tsx'
import { ExamFlags } from './ExamFlags.tsx'
import styles from './Examroom.module.css'
import { ExamTime } from './ExamTime.tsx'
import { HandIn } from './HandIn.tsx'
import { TimeLedger } from './TimeLedger.tsx'
import type { ExamHandle } from './useExam.ts'
import { myZone } from './zoned-time.ts'

interface Props {
  exam: MyExamDetails
  attempt: ExamAttempt
  handle: ExamHandle
}

/** An exam while it is sat. */
export function Sitting({ exam, attempt, handle }: Props) {
  return (
    <div className={styles.sitting}>
      <div className={styles.time}>
        <ExamTime exam={exam} attempt={attempt} handle={handle} />
      </div>
      <Card as="section" className={styles.flags}>
        <ExamFlags exam={exam} attempt={attempt} />
      </Card>
      <div className={styles.aside}>
        <Card>
          <ExamEnvironment exam={exam} attempt={attempt} handle={handle} />
        </Card>
        <Card as="section" className="stack">
          <h2 className={styles.title}>How your time is counted</h2>
          <TimeLedger rows={exam.ledger} endsAt={attempt.active_until} timeZone={attempt.time_zone ?? myZone()} />
        </Card>
        {exam.rules && (
          <Card>
            <details>
              <summary className={styles.summaryLine}>Rules of this exam</summary>
              <RichText>{exam.rules}</RichText>
            </details>
          </Card>
        )}
        <Card>
          <HandIn exam={exam} attempt={attempt} handle={handle} />
        </Card>
      </div>
    </div>
  )
}

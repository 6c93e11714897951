import type { ExamAttempt, MyExamDetails } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { classNames } from '@flagyard/ui/class-names'
import { Loading } from '@flagyard/ui/Feedback'
import { onlineAtom } from '@flagyard/ui/online'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import type { TextSaver } from '../../lib/text-saver.ts'
import { RichText } from '../../shell/RichText.tsx'
import { LazyLabShell } from '../shell/lazy-shell.ts'
import { AdmittedAddress } from './AdmittedAddress.tsx'
import { ConductCases } from './ConductCases.tsx'
import { ExamEnvironment } from './ExamEnvironment.tsx'
import { ExamFlags } from './ExamFlags.tsx'
import { ExamNotes } from './ExamNotes.tsx'
import { ExamReports } from './ExamReports.tsx'
import styles from './Examroom.module.css'
import { ExamTime } from './ExamTime.tsx'
import { ExtraPoints } from './ExtraPoints.tsx'
import { HandIn } from './HandIn.tsx'
import { TimeLedger } from './TimeLedger.tsx'
import type { ExamHandle } from './useExam.ts'
import { myZone } from './zoned-time.ts'

interface Props {
  exam: MyExamDetails
  attempt: ExamAttempt
  handle: ExamHandle
  notes: TextSaver | null
}

/** A running exam. */
export function Sitting({ exam, attempt, handle, notes }: Props) {
  const isOnline = useAtomValue(onlineAtom)
  const zone = attempt.time_zone ?? myZone()
  return (
    <div className={styles.sitting}>
      <div className={classNames(styles.time, !isOnline && styles.belowNotice)}>
        <ExamTime exam={exam} attempt={attempt} handle={handle} />
      </div>
      {exam.environment?.has_shell && attempt.state === 'active' && (
        <Card className={styles.shell}>
          <ScreenBoundary>
            <Suspense fallback={<Loading what="the shell" />}>
              <LazyLabShell key={exam.environment.id} id={exam.environment.id} onFailure={handle.refresh} />
            </Suspense>
          </ScreenBoundary>
        </Card>
      )}
      <Card as="section">
        <ExamFlags exam={exam} attempt={attempt} handle={handle} />
      </Card>
      {notes && (
        <Card className={styles.notes}>
          <ExamNotes saver={notes} />
        </Card>
      )}
      <div className={styles.aside}>
        <Card>
          <ExamEnvironment exam={exam} attempt={attempt} handle={handle} />
        </Card>
        <ExamReports reports={exam.reports} timeZone={zone} />
        {exam.admitted && (
          <Card>
            <AdmittedAddress exam={exam} handle={handle} />
          </Card>
        )}
        <Card as="section" className="stack">
          <h2 className={styles.title}>How your time is counted</h2>
          <TimeLedger rows={exam.ledger} endsAt={attempt.active_until} timeZone={zone} />
        </Card>
        <Card>
          <details>
            <summary className={styles.summaryLine}>Extra points by pull request</summary>
            <ExtraPoints slug={exam.slug} attemptId={attempt.id} isQuiet />
          </details>
        </Card>
        {attempt.under_review && <ConductCases slug={exam.slug} attemptId={attempt.id} />}
        {exam.accepted_rules && (
          <Card>
            <details>
              <summary className={styles.summaryLine}>The rules that you accepted</summary>
              <RichText>{exam.accepted_rules.text}</RichText>
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

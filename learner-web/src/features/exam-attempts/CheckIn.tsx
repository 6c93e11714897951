import { CHECK_IN_RULE } from '@flagyard/api-types/exam-attempts/timing'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { FormError } from '@flagyard/ui/Form'
import { api } from '../../lib/api.ts'
import { useNow } from '../../lib/useNow.ts'
import * as t from '../../messages/en/exam-attempts.ts'
import { SectionCard } from '../../shell/sections.tsx'
import { AdmittedAddress } from './AdmittedAddress.tsx'
import { AboutExam, Countdown } from './booking/AboutExam.tsx'
import { AcceptRules, useAcceptance } from './booking/AcceptRules.tsx'
import { Preflight } from './booking/Preflight.tsx'
import { ExamEnvironment } from './ExamEnvironment.tsx'
import { ExamReports } from './ExamReports.tsx'
import styles from './Examroom.module.css'
import { type AttemptProps, newestAttempt } from './useExam.ts'
import { formatMoment, myZone } from './zoned-time.ts'

/** The last minutes before an exam: the learner checks in and can watch the environment being built. */
export function CheckIn({ exam, attempt, handle }: AttemptProps) {
  const now = useNow() + handle.clockOffset
  const zone = attempt.time_zone ?? myZone()
  const left = attempt.scheduled_at ? Date.parse(attempt.scheduled_at) - now : 0
  const acceptance = useAcceptance(exam.accepted_rules ? '' : exam.rules)
  const checkIn = async () => {
    if (!acceptance.check()) return
    await handle.change(
      'check_in',
      () => api.checkInExam({ exam: exam.slug, checkInPayload: acceptance.payload }),
      (known) => newestAttempt(known)?.state === 'active' || Boolean(newestAttempt(known)?.checked_in_at),
    )
  }
  return (
    <div className={styles.columns}>
      <div className="stack">
        <SectionCard title={attempt.checked_in_at ? t.youAreCheckedIn : t.checkIn}>
          {attempt.scheduled_at && <p className={styles.date}>{formatMoment(attempt.scheduled_at, zone)}</p>}
          {left > 0 ? (
            <Countdown label={t.untilItBegins} milliseconds={left} />
          ) : (
            <p>{attempt.ready_at ? t.allIsReady : t.stillBuilding}</p>
          )}
          {attempt.checked_in_at ? (
            <p>{t.checkedInNote}</p>
          ) : (
            <>
              <p>{CHECK_IN_RULE}</p>
              <AcceptRules acceptance={acceptance} />
              <Button variant="primary" busy={handle.pendingName === 'check_in'} onClick={() => void checkIn()}>
                {t.checkIn}
              </Button>
            </>
          )}
          <FormError>{handle.errorOf('check_in')}</FormError>
        </SectionCard>
        <Card>
          <ExamEnvironment exam={exam} attempt={attempt} handle={handle} />
        </Card>
        <ExamReports reports={exam.reports} timeZone={zone} />
        {exam.admitted && (
          <Card>
            <AdmittedAddress exam={exam} handle={handle} />
          </Card>
        )}
      </div>
      <div className="stack">
        <Preflight clockOffset={handle.clockOffset} bookedIn={attempt.time_zone} />
        <AboutExam exam={exam} />
      </div>
    </div>
  )
}

import type { ExamReport } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { classNames } from '@flagyard/ui/class-names'
import { useEffect, useRef, useState } from 'react'
import * as t from '../../messages/en/exam-attempts.ts'
import { SectionCard } from '../../shell/sections.tsx'
import styles from './Examroom.module.css'
import { reportKinds } from './labels.ts'
import { formatShort } from './zoned-time.ts'

/** Problems reported by the candidate, with the replies. New replies are announced by screen readers. */
export function ExamReports({ reports, timeZone }: { reports: readonly ExamReport[]; timeZone: string }) {
  const announcement = useAnswerAnnouncement(reports)
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {reports.length > 0 && (
        <SectionCard title={t.reportedProblems}>
          <ul className={styles.checks}>
            {reports.map((report) => (
              <li key={report.id}>
                <div className="row between">
                  <strong>{reportKinds[report.kind]}</strong>
                  <Chip tone={report.answer === null ? 'warn' : 'good'}>
                    {report.answer === null ? t.inProgress : t.answered}
                  </Chip>
                </div>
                <p className="small muted">
                  {report.minute === null
                    ? formatShort(report.at, timeZone)
                    : t.timeAndMinute({ time: formatShort(report.at, timeZone), minute: report.minute })}
                </p>
                <p className={classNames('small', styles.words)}>{report.text}</p>
                {report.answer !== null && (
                  <div className={styles.summary}>
                    <p className="small muted">
                      {report.answered_at
                        ? t.ourAnswerAt({ time: formatShort(report.answered_at, timeZone) })
                        : t.ourAnswer}
                    </p>
                    <p className={classNames('small', styles.words)}>{report.answer}</p>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </SectionCard>
      )}
    </>
  )
}

function useAnswerAnnouncement(reports: readonly ExamReport[]): string {
  const answered = reports.filter(({ answer }) => answer !== null).length
  const previous = useRef(answered)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (answered > previous.current) setAnnouncement(t.reportAnswered)
    previous.current = answered
  }, [answered])
  return announcement
}

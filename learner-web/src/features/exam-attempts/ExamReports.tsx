import type { ExamReport } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { classNames } from '@flagyard/ui/class-names'
import { useEffect, useRef, useState } from 'react'
import styles from './Examroom.module.css'
import { reportKinds } from './labels.ts'
import { formatShort } from './zoned-time.ts'

/** Problems reported by the candidate, with the replies. New replies are announced by screen readers. */
export function ExamReports({ reports, timeZone }: { reports: readonly ExamReport[]; timeZone: string }) {
  const news = useNewAnswer(reports)
  return (
    <>
      <p className="visually-hidden" role="status">
        {news}
      </p>
      {reports.length > 0 && (
        <Card as="section" className="stack">
          <h2 className={styles.title}>Problems that you reported</h2>
          <ul className={styles.checks}>
            {reports.map((report) => (
              <li key={report.id}>
                <div className="row between">
                  <strong>{reportKinds[report.kind]}</strong>
                  <Chip tone={report.answer === null ? 'warn' : 'good'}>
                    {report.answer === null ? 'We are looking' : 'Answered'}
                  </Chip>
                </div>
                <p className="small muted">
                  {formatShort(report.at, timeZone)}
                  {report.minute !== null && `, minute ${report.minute} of your exam`}
                </p>
                <p className={classNames('small', styles.words)}>{report.text}</p>
                {report.answer !== null && (
                  <div className={styles.summary}>
                    <p className="small muted">
                      Our answer{report.answered_at && `, ${formatShort(report.answered_at, timeZone)}`}
                    </p>
                    <p className={classNames('small', styles.words)}>{report.answer}</p>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function useNewAnswer(reports: readonly ExamReport[]): string {
  const answered = reports.filter(({ answer }) => answer !== null).length
  const former = useRef(answered)
  const [news, setNews] = useState('')
  useEffect(() => {
    if (answered > former.current) setNews('Support has answered your report.')
    former.current = answered
  }, [answered])
  return news
}

import type { LessonReportKind, LessonReportState, MyLessonReport } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { useQuery } from '@tanstack/react-query'
import { formatDate, formatSeconds } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import * as t from '../../messages/en/lesson-reports.ts'
import styles from './lesson-reports.module.css'

/** The learner's reports on this lesson, with their state. Hidden if there are none or if they fail to load, because the lesson matters more. */
export function MyReports({ place }: { place: LessonPlace }) {
  const { data = [] } = useQuery(callQuery('listMyLessonReports', place))
  if (data.length === 0) return null
  return (
    <section aria-label={t.reportedErrors} className={styles.mine}>
      <h2 className={styles.title}>{t.reportedErrors}</h2>
      <ul className={styles.reports}>
        {data.map((report) => (
          <li key={report.id}>
            <Report report={report} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Report = ({
  report: { kind, words, position_seconds, state, answer, created_at },
}: {
  report: MyLessonReport
}) => (
  <>
    <p className={styles.head}>
      <Chip tone={stateTones[state]}>{stateWords[state]}</Chip>
      <span className="small muted">
        {reportKinds[kind]} · {formatDate(created_at)}
        {position_seconds !== null && ` · ${t.atPosition({ position: formatSeconds(position_seconds) })}`}
      </span>
    </p>
    <p className={styles.words}>{words}</p>
    {state === 'closed' && <p className={styles.words}>{t.ourAnswer({ answer: answer ?? t.answeredWithoutText })}</p>}
  </>
)

export interface LessonPlace {
  slug: string
  section: string
  lesson: string
}

export const reportKinds: Record<LessonReportKind, string> = t.kinds

const stateWords: Record<LessonReportState, string> = t.states

const stateTones = { open: 'neutral', accepted: 'warn', closed: 'good' } as const

import type { ExamsToday as Today } from '@flagyard/api-types'
import { attemptLink, consolePaths } from '@flagyard/api-types/console-links'
import { FailedLine } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Link } from 'react-router-dom'
import { useCall } from '../../crud/calls.tsx'
import { countOf, formatCount } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { AttemptState } from '../exam-attempts/AttemptState.tsx'
import styles from './ExamsToday.module.css'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Today's candidates, and exams that need attention. */
export default function ExamsToday() {
  const { data, error, refetch } = useCall('listExamsToday', { time_zone: timeZone }, { refetchInterval: 30_000 })
  return (
    <section className={styles.card} aria-label="Today’s exams">
      <div className={styles.head}>
        <h2 className={styles.title}>Today’s exams</h2>
        <Link to={consolePaths.listExamIncidents}>Incidents</Link>
      </div>
      {data ? (
        <Content today={data} />
      ) : error ? (
        <FailedLine why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading today’s exams…" />
      )}
    </section>
  )
}

function Content({ today: { exams, total, incidents } }: { today: Today }) {
  const needing = exams.filter(({ needs }) => needs)
  const rows = [...needing, ...exams.filter(({ needs }) => !needs)]
  return (
    <>
      {incidents.map(({ id, title, standing }) => (
        <Link key={id} className={styles.incident} to={consolePaths.examIncident(id)}>
          <span>Open incident: {title}</span>
          <span>{standing > 0 && `${countOf(standing, 'clock')} paused`}</span>
        </Link>
      ))}
      {needing.length === 0 && (
        <p className={styles.calm}>
          {exams.length === 0 ? 'No exams today.' : `${countOf(total, 'exam')} today. None needs attention.`}
        </p>
      )}
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={attemptLink(row.username, row.id)}>
                <span className={styles.hour}>{row.scheduled_at ? hourOf(row.scheduled_at) : '—'}</span>
                <span className={styles.who}>
                  <bdi>{row.full_name}</bdi> <span className={styles.exam}>{row.title}</span>
                </span>
                {row.needs ? (
                  <span className={styles.needs}>{needs[row.needs]}</span>
                ) : (
                  <AttemptState state={row.state} />
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {total > exams.length && <p className={styles.calm}>and {formatCount(total - exams.length)} more</p>}
    </>
  )
}

const needs = {
  build: 'Environment failed to build',
  resume: 'Clock must be resumed manually',
  late: 'Environment late',
  candidate: 'Candidate not checked in',
} as const

const hourOf = (at: string) => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(new Date(at))

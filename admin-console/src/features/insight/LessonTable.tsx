import type { LessonInsight } from '@flagyard/api-types'
import { consolePaths, filteredList } from '@flagyard/api-types/links'
import { Link } from 'react-router-dom'
import { ListLink } from '../../crud/links.tsx'
import { formatCount, formatMinutes } from '../../lib/format.ts'
import { shareOf } from '../feedback/analytics/figures.tsx'
import styles from './Insight.module.css'
import { SortableTable } from './SortableTable.tsx'
import { useChosenFilm } from './useChosenFilm.ts'

interface Props {
  lessons: readonly LessonInsight[]
  course: string
}

/** Statistics by lesson: started, finished, dropped out, and the time taken compared with the estimate. */
export function LessonTable({ lessons, course }: Props) {
  const [chosen, choose] = useChosenFilm()
  return (
    <section className={styles.card} aria-labelledby="lessons">
      <h2 id="lessons" className={styles.title}>
        Lessons
      </h2>
      <SortableTable
        label="Lessons"
        rows={lessons}
        head="Lesson"
        name={({ id, title, section }) => (
          <>
            <Link to={`${consolePaths.course(course)}/outline/${id}`}>{title}</Link>
            <span className={styles.beside}> {section}</span>
          </>
        )}
        columns={[
          { label: 'Began', by: begunOf, show: (row) => formatOr(begunOf(row)) },
          { label: 'Finished', by: finishedOf, show: (row) => formatOr(finishedOf(row)) },
          {
            label: 'Not finished',
            by: stoppedShare,
            show: ({ figures }) => (figures ? shareOf(figures.begun - figures.finished, figures.begun) : <TooFew />),
          },
          { label: 'Time beside the estimate', by: overEstimate, show: (row) => <Time lesson={row} /> },
          {
            label: 'Film',
            by: ({ figures }) => figures?.film?.learners ?? null,
            show: ({ id, title, kind, figures }) =>
              figures?.film ? (
                <button
                  type="button"
                  className={styles.choose}
                  aria-pressed={chosen === id}
                  aria-label={`Tenths of ${title}`}
                  onClick={() => choose(id)}
                >
                  Tenths
                </button>
              ) : kind === 'video' ? (
                <TooFew />
              ) : (
                '—'
              ),
          },
          {
            label: 'Open reports',
            by: ({ reports }) => reports,
            show: ({ id, reports }) =>
              reports === 0 ? (
                '0'
              ) : (
                <ListLink to={filteredList('listLessonReports', { lesson_id: id, state: ['open', 'accepted'] })}>
                  {formatCount(reports)}
                </ListLink>
              ),
          },
        ]}
      />
      <p className={styles.note}>
        Time: the median of who finished within four hours of opening the lesson, in full minutes. Longer ones came back
        another time, so how long they took is not known.
      </p>
    </section>
  )
}

const begunOf = ({ figures }: LessonInsight) => figures?.begun ?? null
const finishedOf = ({ figures }: LessonInsight) => figures?.finished ?? null
const stoppedShare = ({ figures }: LessonInsight) =>
  figures ? (figures.begun - figures.finished) / figures.begun : null

/** Ratio of the median time to the estimate. */
const overEstimate = ({ figures, estimate_seconds }: LessonInsight) =>
  figures?.sittings && estimate_seconds > 0 ? (figures.sittings.median_minutes * 60) / estimate_seconds : null

const formatOr = (count: number | null) => (count === null ? <TooFew /> : formatCount(count))

const TooFew = () => <span className={styles.beside}>too few</span>

function Time({ lesson }: { lesson: LessonInsight }) {
  const { figures, estimate_seconds } = lesson
  if (!figures?.sittings) return <TooFew />
  const over = overEstimate(lesson)
  return (
    <>
      {formatMinutes(figures.sittings.median_minutes)}
      {over !== null && (
        <span className={styles.beside}>
          {' '}
          {over.toFixed(1)} × {formatMinutes(estimate_seconds / 60)}
        </span>
      )}
    </>
  )
}

import type { LessonInsight } from '@flagyard/api-types'
import { consolePaths, filteredList } from '@flagyard/api-types/console-links'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { ListLink } from '../../crud/links.tsx'
import { formatCount, formatMinutes } from '../../lib/format.ts'
import { shareOf } from '../feedback/analytics/figures.tsx'
import styles from './Insight.module.css'

interface Props {
  lessons: readonly LessonInsight[]
  course: string
}

/** Statistics by lesson: started, finished, dropped out, and the time taken compared with the estimate. */
export function LessonTable({ lessons, course }: Props) {
  const [chosen, choose] = useSelectedLesson()
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
          { label: 'Started', by: begunOf, show: (row) => formatOr(begunOf(row)) },
          { label: 'Finished', by: finishedOf, show: (row) => formatOr(finishedOf(row)) },
          {
            label: 'Not finished',
            by: stoppedShare,
            show: ({ figures }) => (figures ? shareOf(figures.begun - figures.finished, figures.begun) : <TooFew />),
          },
          { label: 'Time vs. estimate', by: overEstimate, show: (row) => <Time lesson={row} /> },
          {
            label: 'Video',
            by: ({ figures }) => figures?.film?.learners ?? null,
            show: ({ id, title, kind, figures }) =>
              figures?.film ? (
                <button
                  type="button"
                  className={styles.choose}
                  aria-pressed={chosen === id}
                  aria-label={`View video statistics of ${title}`}
                  onClick={() => choose(id)}
                >
                  View
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
        Time is the median of learners who finished within four hours of opening the lesson, in minutes. Longer visits
        are excluded, because the learner probably took a break.
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

/** ID of the lesson whose video is selected, stored in the address; null if none. */
export function useSelectedLesson(): [id: string | null, choose: (id: string) => void] {
  const [search, setSearch] = useSearchParams()
  const choose = (film: string) => setSearch({ ...Object.fromEntries(search), film }, { replace: true })
  return [search.get('film'), choose]
}

interface SortableColumn<Row> {
  label: string
  /** Sort key; rows with null come last. The first click sorts in descending order. Absent for text columns. */
  by?: (row: Row) => number | null
  show: (row: Row) => ReactNode
}

interface SortableTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  rows: readonly Row[]
  /** Header of the first column, which contains the row's name. */
  head: string
  name: (row: Row) => ReactNode
  columns: readonly SortableColumn<Row>[]
}

/** A table of all rows, without paging. The initial order is that of the data. */
export function SortableTable<Row extends { id: string }>({
  label,
  rows,
  head,
  name,
  columns,
}: SortableTableProps<Row>) {
  const [sort, setSort] = useState<{ at: number; descending: boolean } | null>(null)
  const by = sort && columns[sort.at]?.by
  const shown = by ? sortedBy(rows, by, sort.descending) : rows
  return (
    <ScrollRegion label={`${label}, line by line`} className={styles.region}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map(({ label, by }, at) =>
              by ? (
                <SortHead
                  key={label}
                  label={label}
                  descending={sort?.at === at ? sort.descending : null}
                  onSort={(descending) => setSort({ at, descending })}
                />
              ) : (
                <th key={label} scope="col">
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              <th scope="row">{name(row)}</th>
              {columns.map((column) => (
                <td key={column.label}>{column.show(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface SortHeadProps {
  label: string
  /** Null if another column is sorted. */
  descending: boolean | null
  onSort: (descending: boolean) => void
}

const SortHead = ({ label, descending, onSort }: SortHeadProps) => (
  <th scope="col" aria-sort={descending === null ? 'none' : descending ? 'descending' : 'ascending'}>
    <button type="button" className={styles.sort} onClick={() => onSort(!descending)}>
      {label}
      {descending !== null && <span aria-hidden="true">{descending ? ' ↓' : ' ↑'}</span>}
    </button>
  </th>
)

function sortedBy<Row>(rows: readonly Row[], by: (row: Row) => number | null, descending: boolean): Row[] {
  const sign = descending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [by(a), by(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (left - right)
  })
}

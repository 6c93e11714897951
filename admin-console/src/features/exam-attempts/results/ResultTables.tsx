import type { ExamResults } from '@flagyard/api-types'
import { Fragment } from 'react'
import { PlainTable } from '../../../crud/list/PlainTable.tsx'
import { formatMinutes } from '../../../lib/format.ts'
import styles from './ExamResults.module.css'

const HEIGHT = 180
const FOOT = 22
/** Gap between two bars, in percent of the width. */
const GAP = 0.6

/** Distribution of points against the pass mark, as a chart and as figures. */
export function PointsChart({ results: { points, passing_points, decided } }: { results: ExamResults }) {
  if (points.length === 0) return null
  const most = Math.max(1, ...points.map(({ count }) => count))
  const end = (points.at(-1)?.to ?? 0) + 1
  const whole = Math.max(end, passing_points + 1)
  const x = (value: number) => (value / whole) * 100
  const isLeft = passing_points < whole / 2
  return (
    <section className={styles.card} aria-label="Points">
      <h2 className={styles.title}>
        Points, {passing_points} to pass <span className={styles.beside}>n = {decided}</span>
      </h2>
      <div className={styles.beside2}>
        {/* x is in percent and y in pixels, so that text has the same size on all screens. */}
        <svg className={styles.chart} height={HEIGHT + FOOT} aria-hidden="true">
          <line className={styles.axis} x1="0" x2="100%" y1={HEIGHT} y2={HEIGHT} />
          {points.map(({ from, to, count }) => {
            const height = (count / most) * (HEIGHT - 26)
            return (
              <g key={from}>
                <rect
                  className={from >= passing_points ? styles.barPassed : styles.bar}
                  x={`${x(from) + GAP / 2}%`}
                  width={`${Math.max(GAP, x(to + 1) - x(from) - GAP)}%`}
                  y={HEIGHT - height}
                  height={height}
                  rx="2"
                />
                {count > 0 && (
                  <text
                    className={styles.tick}
                    x={`${(x(from) + x(to + 1)) / 2}%`}
                    y={HEIGHT - height - 5}
                    textAnchor="middle"
                  >
                    {count}
                  </text>
                )}
                <text className={styles.tick} x={`${x(from) + GAP / 2}%`} y={HEIGHT + 16}>
                  {from}
                </text>
              </g>
            )
          })}
          <line className={styles.pass} x1={`${x(passing_points)}%`} x2={`${x(passing_points)}%`} y1="0" y2={HEIGHT} />
          <text
            className={styles.tick}
            x={`${x(passing_points)}%`}
            dx={isLeft ? 5 : -5}
            y="11"
            textAnchor={isLeft ? 'start' : 'end'}
          >
            {passing_points} to pass
          </text>
        </svg>
        <PlainTable
          className={styles.table}
          heads={['Points', 'Candidates']}
          rows={points.map(({ from, to, count }) => [from, `${from}–${to}`, count])}
        />
      </div>
    </section>
  )
}

/** How often and when each flag was found. A flag that no one finds may be broken; one that everyone finds immediately may be too easy. */
export const FlagTable = ({ results: { flags, sat } }: { results: ExamResults }) => (
  <section className={styles.card} aria-label="Flags">
    <h2 className={styles.title}>
      Flags <span className={styles.beside}>of {sat} who took the exam</span>
    </h2>
    {flags.length === 0 ? (
      <p className={styles.note}>This exam has no flags yet.</p>
    ) : (
      <PlainTable
        className={styles.table}
        heads={['Flag', 'Points', 'Solved', 'Median time']}
        rows={flags.map(({ id, title, points, solved, median_minute }) => [
          id,
          title,
          points,
          <Fragment key="solved">
            <span className={styles.share} aria-hidden="true">
              <i style={{ width: `${sat === 0 ? 0 : (solved / sat) * 100}%` }} />
            </span>
            {solved}
          </Fragment>,
          median_minute === null ? '—' : formatMinutes(median_minute),
        ])}
      />
    )}
  </section>
)

/** Results of first attempts, second attempts and so on. */
export const AttemptTable = ({ results: { attempts } }: { results: ExamResults }) =>
  attempts.length > 0 && (
    <section className={styles.card} aria-label="Attempts">
      <h2 className={styles.title}>By attempt</h2>
      <PlainTable
        className={styles.table}
        heads={['Attempt', 'Passed', 'Failed', 'Missed', 'Open', 'Other']}
        rows={attempts.map((row) => [row.number, row.number, row.passed, row.failed, row.no_show, row.open, row.other])}
      />
    </section>
  )

import type { Dashboard } from '@flagyard/api-types'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { countOf, formatDay } from '../../lib/format.ts'
import styles from './Dashboard.module.css'

const HEIGHT = 160
const FOOT = 20

/** Sign-ups by day: the picture, and the same figures as a table. */
export function SignupsChart({ days }: { days: Dashboard['signups'] }) {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...days.map(({ count }) => count))
  const step = 100 / Math.max(1, days.length)
  const first = days[0]
  const last = days.at(-1)
  return (
    <section className={styles.card} aria-label="Sign-ups">
      <h2 className={styles.title}>
        {countOf(total, 'sign-up')} in {days.length} days
      </h2>
      {/* Across in percent and down in pixels, so that its words are as large on a phone as on a desk. */}
      <svg className={styles.chart} height={HEIGHT + FOOT} aria-hidden="true">
        <line className={styles.axis} x1="0" x2="100%" y1={HEIGHT} y2={HEIGHT} />
        {days.map(({ day, count }, index) => {
          const height = (count / most) * (HEIGHT - 18)
          return (
            <rect
              key={day}
              className={styles.bar}
              x={`${(index + 0.1) * step}%`}
              width={`${0.8 * step}%`}
              y={HEIGHT - height}
              height={height}
              rx="2"
            />
          )
        })}
        <text className={styles.tick} x="0" y={HEIGHT + 15}>
          {first && formatDay(first.day)}
        </text>
        <text className={styles.tick} x="100%" y={HEIGHT + 15} textAnchor="end">
          {last && formatDay(last.day)}
        </text>
        <text className={styles.tick} x="0" y="11">
          most in a day: {most}
        </text>
      </svg>
      <details className={styles.details}>
        <summary>The figures as a table</summary>
        <ScrollRegion label="Sign-ups by day" className={styles.days}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Sign-ups</th>
              </tr>
            </thead>
            <tbody>
              {[...days].reverse().map(({ day, count }) => (
                <tr key={day}>
                  <th scope="row">{formatDay(day)}</th>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </section>
  )
}

import type { Dashboard } from '@flagyard/api-types'
import { countOf, formatDay } from '../../lib/format.ts'
import styles from './Dashboard.module.css'

const WIDTH = 640
const HEIGHT = 160
const FOOT = 20

/** Sign-ups by day: the picture, and the same figures as a table. */
export function SignupsChart({ days }: { days: Dashboard['signups'] }) {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...days.map(({ count }) => count))
  const step = WIDTH / Math.max(1, days.length)
  const first = days[0]
  const last = days.at(-1)
  return (
    <section className={styles.card} aria-label="Sign-ups">
      <h2 className={styles.title}>
        {countOf(total, 'sign-up')} in {days.length} days
      </h2>
      <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} aria-hidden="true">
        <line className={styles.axis} x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {days.map(({ day, count }, index) => {
          const height = (count / most) * (HEIGHT - 18)
          return (
            <rect
              key={day}
              className={styles.bar}
              x={index * step + 2}
              width={step - 4}
              y={HEIGHT - height}
              height={height}
              rx="2"
            />
          )
        })}
        <text className={styles.tick} x="0" y={HEIGHT + 15}>
          {first && formatDay(first.day)}
        </text>
        <text className={styles.tick} x={WIDTH} y={HEIGHT + 15} textAnchor="end">
          {last && formatDay(last.day)}
        </text>
        <text className={styles.tick} x="0" y="11">
          most in a day: {most}
        </text>
      </svg>
      <details className={styles.details}>
        <summary>The figures as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
        <section className={styles.days} tabIndex={0} aria-label="Sign-ups by day">
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
        </section>
      </details>
    </section>
  )
}

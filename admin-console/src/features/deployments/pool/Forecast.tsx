import type { ForecastHour } from '@flagyard/api-types'
import styles from './Pool.module.css'

const hourOf = (at: string) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(at))

/** Capacity of the next 24 hours: used by bookings, group reservations and running environments. */
export function Forecast({ hours }: { hours: ForecastHour[] }) {
  const [first] = hours
  if (!first || first.accounts === 0) return null
  const fullest = hours.reduce((a, b) => (b.left < a.left ? b : a))
  const share = (count: number) => ({ height: `${Math.min(100, (100 * count) / first.accounts)}%` })
  return (
    <div className={styles.forecast}>
      <h3 className={styles.small}>The next 24 hours</h3>
      <p className={styles.calm}>
        Fewest left: {fullest.left} of {fullest.accounts}, from {hourOf(fullest.at)}
      </p>
      <div className={styles.bars} aria-hidden="true">
        {hours.map((hour) => (
          <div key={hour.at} className={styles.bar} title={sayHour(hour)}>
            <i className={styles.labs} style={share(hour.labs)} />
            <i className={styles.exams} style={share(hour.exams + hour.spares)} />
            <i className={styles.groups} style={share(hour.groups)} />
          </div>
        ))}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{hourOf(first.at)}</span>
        <span>in 24 hours</span>
      </div>
      <ul className={styles.legend}>
        <li>
          <i className={styles.labs} />
          Running or cleaned now
        </li>
        <li>
          <i className={styles.exams} />
          Exams with their spares
        </li>
        <li>
          <i className={styles.groups} />
          Kept for groups
        </li>
      </ul>
      <details>
        <summary className={styles.calm}>Hour by hour</summary>
        <ul className={styles.facts}>
          {hours.map((hour) => (
            <li key={hour.at}>{sayHour(hour)}</li>
          ))}
        </ul>
      </details>
    </div>
  )
}

const sayHour = ({ at, exams, spares, groups, labs, left, accounts }: ForecastHour) =>
  `${hourOf(at)}: ${exams} for exams with ${spares} spare, ${groups} for groups, ${labs} running, ${left} of ${accounts} left`

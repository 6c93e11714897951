import styles from './BookingCalendar.module.css'
import type { Hour } from './days.ts'

/** Account usage as a bar. The figures are shown next to it. */
export function UsageBar({ hour: { booked, mine, spares, labs }, accounts }: { hour: Hour; accounts: number }) {
  const whole = Math.max(1, accounts, booked + spares + labs)
  const parts = [
    ['mine', mine],
    ['booked', booked - mine],
    ['spares', spares],
    ['labs', labs],
  ] as const
  return (
    <span className={styles.bar} aria-hidden="true">
      {parts.map(
        ([name, count]) =>
          count > 0 && <i key={name} className={styles[name]} style={{ width: `${(count / whole) * 100}%` }} />,
      )}
    </span>
  )
}

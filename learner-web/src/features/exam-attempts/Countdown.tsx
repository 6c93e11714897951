import { countOf } from '@flagyard/ui/format'
import { formatClock } from '../../lib/format.ts'
import styles from './Examroom.module.css'

const DAY = 86_400_000

/** Time left: in days and hours from two days on, otherwise to the second. */
export function Countdown({ milliseconds, label }: { milliseconds: number; label: string }) {
  const left = Math.max(0, milliseconds)
  const days = Math.floor(left / DAY)
  const hours = Math.floor((left % DAY) / 3_600_000)
  return (
    <p>
      <span className={days >= 2 ? styles.days : styles.clock} role="timer">
        {days >= 2 ? `${countOf(days, 'day')} ${countOf(hours, 'hour')}` : formatClock(left)}
      </span>{' '}
      <span className="small muted">{label}</span>
    </p>
  )
}

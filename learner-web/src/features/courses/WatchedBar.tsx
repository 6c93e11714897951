import { formatSeconds } from '../../lib/format.ts'
import styles from './Classroom.module.css'
import { type Interval, joinIntervals } from './watched.ts'

/** Which parts of a video were watched, as the server counted them. */
export function WatchedBar({ intervals, duration }: { intervals: readonly Interval[]; duration: number }) {
  if (duration <= 0) return null
  const parts = joinIntervals(intervals)
  const words = parts.map(([from, to]) => `${formatSeconds(from)} to ${formatSeconds(to)}`).join(', ')
  const percent = (seconds: number) => `${(Math.min(seconds, duration) / duration) * 100}%`
  return (
    <div className={styles.watched} role="img" aria-label={words ? `Watched parts: ${words}` : 'Nothing watched yet'}>
      {parts.map(([from, to]) => (
        <i key={from} style={{ left: percent(from), width: percent(to - from) }} />
      ))}
    </div>
  )
}

import { formatSeconds } from '../../lib/format.ts'
import styles from './Classroom.module.css'
import { type Interval, mergeIntervals } from './watch-tracker.ts'

/** The parts of a video that were watched, as the server has counted them. */
export function WatchedBar({ intervals, duration }: { intervals: readonly Interval[]; duration: number }) {
  if (duration <= 0) return null
  const watched = mergeIntervals(intervals)
  const text = watched.map(([from, to]) => `${formatSeconds(from)} to ${formatSeconds(to)}`).join(', ')
  const percent = (seconds: number) => `${(Math.min(seconds, duration) / duration) * 100}%`
  return (
    <div className={styles.watched} role="img" aria-label={text ? `Watched parts: ${text}` : 'Nothing watched yet'}>
      {watched.map(([from, to]) => (
        <i key={from} style={{ left: percent(from), width: percent(to - from) }} />
      ))}
    </div>
  )
}

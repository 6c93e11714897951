import type { ExamCapacity } from '@flagyard/api-types'
import { countOf } from '../../../lib/format.ts'
import styles from './BookingCalendar.module.css'
import { type Day, fullestHour, hourName, longDay, shortDay } from './days.ts'
import { UsageBar } from './UsageBar.tsx'

interface Props {
  capacity: ExamCapacity
  onOpen: (date: string) => void
}

/** One line per day with the figures of its fullest hour. Used for months, and for weeks on a phone. */
export const DayList = ({ capacity: { days, accounts }, onOpen }: Props) => (
  <ol className={styles.days}>
    {days.map((day) => (
      <li key={day.date}>
        <button type="button" className={styles.line} onClick={() => onOpen(day.date)}>
          <span className={styles.date}>
            <span aria-hidden="true">{shortDay(day.date)}</span>
            <span className="visually-hidden">{longDay(day.date)}</span>
          </span>
          <Fullest day={day} accounts={accounts} />
        </button>
      </li>
    ))}
  </ol>
)

function Fullest({ day, accounts }: { day: Day; accounts: number }) {
  const hour = fullestHour(day)
  if (!hour) return null
  const most = Math.max(...day.hours.map(({ booked }) => booked))
  return (
    <>
      <span className={hour.left === 0 ? styles.isFull : styles.words}>
        {most === 0 ? 'no exam' : `${countOf(most, 'exam')} at most`} ·{' '}
        {hour.left === 0 ? `full at ${hourName(hour)}` : `${hour.left} left at least`}
      </span>
      <UsageBar hour={hour} accounts={accounts} />
    </>
  )
}

import type { ExamCapacity } from '@flagyard/api-types'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { countOf } from '../../../lib/format.ts'
import styles from './BookingCalendar.module.css'
import { type Day, fullestHour, type Hour, hourName, hourOf, hourRows, longDay, shortDay } from './days.ts'

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
        {most === 0 ? 'no exams' : `up to ${countOf(most, 'exam')}`} ·{' '}
        {hour.left === 0 ? `full at ${hourName(hour)}` : `at least ${hour.left} left`}
      </span>
      <UsageBar hour={hour} accounts={accounts} />
    </>
  )
}

export function WeekTable({ capacity: { days, accounts, now }, onOpen }: Props) {
  return (
    <ScrollRegion label="The week, hour by hour" className={styles.scroll}>
      <table className={styles.week}>
        <thead>
          <tr>
            <th scope="col">Hour</th>
            {days.map(({ date }) => (
              <th key={date} scope="col">
                <button type="button" className={styles.day} aria-label={longDay(date)} onClick={() => onOpen(date)}>
                  {shortDay(date)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hourRows(days).map((row) => (
            <tr key={row.key}>
              <th scope="row">{hourName(row)}</th>
              {days.map((day) => {
                const hour = hourOf(day, row)
                if (!hour) return <td key={day.date} className={styles.none} />
                const isPast = Date.parse(hour.at) + 3_600_000 <= Date.parse(now)
                return (
                  <td key={day.date} className={isPast ? styles.past : hour.left === 0 ? styles.full : undefined}>
                    <span className={styles.numbers}>
                      <span>{hour.booked > 0 && <strong>{hour.booked} booked</strong>}</span>
                      <span>{hour.left === 0 ? 'full' : `${hour.left} left`}</span>
                    </span>
                    <UsageBar hour={hour} accounts={accounts} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Account usage as a bar. The figures are shown next to it. */
function UsageBar({ hour: { booked, mine, spares, labs }, accounts }: { hour: Hour; accounts: number }) {
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

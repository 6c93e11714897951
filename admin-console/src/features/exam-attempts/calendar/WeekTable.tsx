import type { ExamCapacity } from '@flagyard/api-types'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import styles from './BookingCalendar.module.css'
import { hourName, hourOf, hourRows, longDay, shortDay } from './days.ts'
import { UsageBar } from './UsageBar.tsx'

interface Props {
  capacity: ExamCapacity
  onOpen: (date: string) => void
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

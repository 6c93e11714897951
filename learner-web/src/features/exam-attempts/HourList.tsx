import type { ExamDay } from '@flagyard/api-types'
import { offsetOf } from '@flagyard/ui/time-zones'
import { useId } from 'react'
import styles from './Examroom.module.css'
import { dayName } from './month.ts'
import type { PickedHour } from './picked-hour.ts'
import { formatHour } from './zoned-time.ts'

type Hour = ExamDay['hours'][number]

interface Props {
  day: ExamDay
  timeZone: string
  picked: PickedHour | null
  onPick: (hour: Hour) => void
}

/** Free hours of a day. On days when clocks change, it names the missing hour, and distinguishes the two repeated ones. */
export function HourList({ day, timeZone, picked, onPick }: Props) {
  const name = useId()
  const isDoubled = day.hours.some(({ occurrence }) => occurrence !== null)
  return (
    <fieldset className={styles.hours}>
      <legend>{dayName(day.date)}</legend>
      {(day.skipped.length > 0 || isDoubled) && (
        <p className={styles.clocks}>
          {day.skipped.length > 0 &&
            `Clocks are set forward on this day: there is no ${day.skipped.map(twoDigits).join(', ')}. `}
          {isDoubled && 'Clocks are set back on this day: one hour comes twice. Check which of the two you choose.'}
        </p>
      )}
      <div className={styles.slots}>
        {day.hours.map((hour) => (
          <label key={hour.at} className={styles.slot}>
            <input type="radio" name={name} checked={picked?.at === hour.at} onChange={() => onPick(hour)} />
            <span>
              {formatHour(hour.at, timeZone)}
              {hour.occurrence && (
                <small>
                  {' '}
                  {hour.occurrence}, {offsetOf(timeZone, hour.at)}
                </small>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const twoDigits = (hour: number) => `${String(hour).padStart(2, '0')}:00`

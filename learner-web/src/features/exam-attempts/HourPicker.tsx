import type { CanSchedule, ExamDay, MyExamDetails } from '@flagyard/api-types'
import { errorMessage } from '@flagyard/ui/error-message'
import { FailedLine } from '@flagyard/ui/Feedback'
import { SelectField } from '@flagyard/ui/fields'
import { timeZoneOptions, zoneName } from '@flagyard/ui/time-zones'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import styles from './Examroom.module.css'
import { HourList } from './HourList.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { monthOf } from './month.ts'
import { newestAttempt } from './useExam.ts'
import type { HourChoice } from './useHourChoice.ts'
import { dateIn, myZone } from './zoned-time.ts'

interface Props {
  exam: MyExamDetails
  can: CanSchedule
  choice: HourChoice
}

/** Calendar of free hours, in a time zone that can be changed. */
export function HourPicker({ exam, can, choice }: Props) {
  const { picked, date, choose, pick } = choice
  const timeZone = choice.timeZone ?? newestAttempt(exam)?.time_zone ?? myZone()
  const today = dateIn(timeZone, exam.now)
  const month = choice.month ?? monthOf(dateIn(timeZone, can.earliest ?? exam.now))
  const { data, error, refetch, isPlaceholderData, isPending } = useQuery({
    ...callQuery('listExamHours', { exam: exam.slug, month, time_zone: timeZone }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const days = isPlaceholderData ? undefined : data
  const day = days?.find((one) => one.date === date)
  // Stores the time zone and month as well, so that a later default does not change the view.
  const chooseDate = (next: string | null) => choose({ timeZone, month, date: next, picked: null, nextFree: null })
  return (
    <div className="stack">
      <SelectField
        label="Time zone"
        required
        value={timeZone}
        options={timeZoneOptions(timeZone)}
        hint={`All hours are in this zone: ${zoneName(timeZone, exam.now)} today.`}
        onChange={(event) => {
          chooseDate(null)
          choose({ timeZone: event.currentTarget.value })
        }}
      />
      <div className={styles.picker}>
        <MonthGrid
          month={month}
          days={days}
          selected={date}
          today={today}
          last={can.latest && dateIn(timeZone, can.latest)}
          isLoading={isPending || isPlaceholderData}
          onSelect={chooseDate}
          onMonth={(next) => choose({ month: next })}
        />
        {error ? (
          <FailedLine why={errorMessage(error)} onRetry={() => void refetch()} />
        ) : day ? (
          <HourList
            day={day}
            timeZone={timeZone}
            picked={picked}
            onPick={(hour) => pick({ ...hour, date: day.date, time_zone: timeZone })}
          />
        ) : (
          <p className="small muted">{hintOf(days, isPending)}</p>
        )}
      </div>
    </div>
  )
}

function hintOf(days: ExamDay[] | undefined, isPending: boolean): string {
  if (!days) return isPending ? 'Loading the free hours.' : ''
  if (days.every(({ hours }) => hours.length === 0)) return 'No hour is free in this month. Please look at another one.'
  return 'Choose a day to see its free hours.'
}

import type { CanSchedule, ExamDay, MyExamDetails } from '@flagyard/api-types'
import { dateIn, zonedFormat } from '@flagyard/api-types/contract/time-zone'
import { Button } from '@flagyard/ui/Button'
import { errorMessage, FailedLine } from '@flagyard/ui/Feedback'
import { SelectField } from '@flagyard/ui/Form'
import { offsetOf, timeZoneOptions, zoneName } from '@flagyard/ui/time-zones'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { callQuery } from '../../../lib/query.ts'
import * as t from '../../../messages/en/exam-attempts.ts'
import styles from '../Examroom.module.css'
import { newestAttempt } from '../useExam.ts'
import { formatHour, formatMoment, myZone, type PickedHour } from '../zoned-time.ts'
import { useAcceptance } from './AcceptRules.tsx'
import { dayName, MonthGrid, monthOf } from './MonthGrid.tsx'

export function HourPicker({ exam, can, choice }: { exam: MyExamDetails; can: CanSchedule; choice: HourChoice }) {
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
        label={t.timeZone}
        required
        value={timeZone}
        options={timeZoneOptions(timeZone)}
        hint={t.zoneHint({ zone: zoneName(timeZone, exam.now) })}
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
  if (!days) return isPending ? t.loadingFreeHours : ''
  if (days.every(({ hours }) => hours.length === 0)) return t.noFreeHours
  return t.chooseDay
}

type Hour = ExamDay['hours'][number]

interface HourListProps {
  day: ExamDay
  timeZone: string
  picked: PickedHour | null
  onPick: (hour: Hour) => void
}

/** Free hours of a day. On days when clocks change, it names the missing hour, and distinguishes the two repeated ones. */
function HourList({ day, timeZone, picked, onPick }: HourListProps) {
  const name = useId()
  const isDoubled = day.hours.some(({ occurrence }) => occurrence !== null)
  return (
    <fieldset className={styles.hours}>
      <legend>{dayName(day.date)}</legend>
      {(day.skipped.length > 0 || isDoubled) && (
        <p className={styles.clocks}>
          {day.skipped.length > 0 && `${t.clocksForward({ hours: day.skipped.map(twoDigits).join(', ') })} `}
          {isDoubled && t.clocksBack}
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
                  {t.occurrences[hour.occurrence]}, {offsetOf(timeZone, hour.at)}
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

interface Selection {
  /** Null for the defaults: the learner's time zone, and the month of the first free hour. */
  timeZone: string | null
  month: string | null
  date: string | null
  picked: PickedHour | null
  /** A free hour after one that was taken in the meantime. */
  nextFree: string | null
}

export type HourChoice = ReturnType<typeof useHourChoice>

const NO_SELECTION: Selection = { timeZone: null, month: null, date: null, picked: null, nextFree: null }

/**
 * The selected hour, and the acceptance of the rules for it. It is held by the page rather than the calendar: the exam room renders another
 * calendar when the next attempt opens, and must preserve the selection.
 */
export function useHourChoice(rules: string) {
  const [selection, setSelection] = useState(NO_SELECTION)
  const acceptance = useAcceptance(rules)
  const choose = (changes: Partial<Selection>) => setSelection((now) => ({ ...now, ...changes }))
  return {
    ...selection,
    acceptance,
    choose,
    pick: (picked: PickedHour | null) => choose({ picked, nextFree: null }),
    clear: () => {
      setSelection(NO_SELECTION)
      acceptance.clear()
    },
  }
}

interface Props {
  at: string | null
  timeZone: string | undefined
  onPick: (hour: PickedHour) => void
}

/** The next free hour, offered when the selected one was taken in the meantime. */
export function NextFree({ at, timeZone = myZone(), onPick }: Props) {
  if (!at) return null
  const hour = Number(zonedFormat(timeZone, { hour: '2-digit', hourCycle: 'h23' }).format(new Date(at)))
  return (
    <p className="row">
      {t.nextFreeHour({ time: formatMoment(at, timeZone) })}
      <Button
        size="small"
        onClick={() => onPick({ at, date: dateIn(timeZone, at), hour, occurrence: null, time_zone: timeZone })}
      >
        {t.chooseThisHour}
      </Button>
    </p>
  )
}

import type { ExamDay } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { classNames } from '@flagyard/ui/class-names'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import * as t from '../../../messages/en/exam-attempts.ts'
import styles from '../Examroom.module.css'

interface Props {
  month: string
  /** Undefined while loading. */
  days: ExamDay[] | undefined
  selected: string | null
  today: string
  last: string | null
  isLoading: boolean
  onSelect: (date: string) => void
  onMonth: (month: string) => void
}

const WEEKDAYS = [t.monday, t.tuesday, t.wednesday, t.thursday, t.friday, t.saturday, t.sunday]

/** Date picker for one month. Arrow keys move by days, Home and End within the week, Page Up and Page Down by months. */
export function MonthGrid({ month, days, selected, today, last, isLoading, onSelect, onMonth }: Props) {
  const heading = useId()
  const table = useRef<HTMLTableElement>(null)
  const [cursor, setCursor] = useState<string | null>(null)
  // Only keys move the focus: after a click on a month button, it remains there.
  const moved = useRef(false)
  const free = new Map(days?.map(({ date, hours }) => [date, hours.length]))
  const firstFree = days?.find(({ hours }) => hours.length > 0)?.date
  const candidates = [cursor, selected, firstFree, today].filter((date) => date && monthOf(date) === month)
  const current = candidates[0] ?? `${month}-01`
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    table.current?.querySelector<HTMLElement>(`[data-date="${current}"]`)?.focus()
  }, [current])

  const goTo = (date: string) => {
    const to = date < today ? today : last && date > last ? last : date
    moved.current = to !== current
    setCursor(to)
    if (monthOf(to) !== month) onMonth(monthOf(to))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    goTo(move(current))
  }
  const turn = (by: number) => {
    setCursor(null)
    onMonth(monthOf(addMonths(`${month}-01`, by)))
  }
  return (
    <div className={styles.calendar}>
      <div className="row between">
        <Button size="small" disabled={month <= monthOf(today)} onClick={() => turn(-1)} aria-label={t.previousMonth}>
          ‹
        </Button>
        <h3 id={heading} aria-live="polite">
          {monthName(month)}
        </h3>
        <Button
          size="small"
          disabled={last !== null && month >= monthOf(last)}
          onClick={() => turn(1)}
          aria-label={t.nextMonth}
        >
          ›
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days that one moves through by keys is a grid. */}
      <table ref={table} role="grid" aria-labelledby={heading} aria-busy={isLoading} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, index) => (
            <tr key={index}>
              {week.map((date, weekday) =>
                date ? (
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cell of a grid can be selected.
                  // biome-ignore lint/a11y/useFocusableInteractive: the button inside it takes the focus.
                  <td key={date} role="gridcell" aria-selected={date === selected}>
                    <button
                      type="button"
                      data-date={date}
                      tabIndex={date === current ? 0 : -1}
                      aria-disabled={!free.get(date)}
                      aria-current={date === today ? 'date' : undefined}
                      className={classNames(styles.day, date === selected && styles.chosen)}
                      onClick={() => {
                        setCursor(date)
                        if (free.get(date)) onSelect(date)
                      }}
                    >
                      <span aria-hidden="true">{Number(date.slice(8))}</span>
                      <span className="visually-hidden">
                        {isLoading
                          ? t.dayIsLoading({ day: dayName(date) })
                          : t.freeHoursOfDay({ day: dayName(date), hours: free.get(date) ?? 0 })}
                      </span>
                    </button>
                  </td>
                ) : (
                  <td key={weekday} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const moves: Record<string, (date: string) => string> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: (date) => addDays(date, -weekdayOf(date)),
  End: (date) => addDays(date, 6 - weekdayOf(date)),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
}

/** Calendar dates as `2026-11-03`, months as `2026-11`. They have no time, so time zones do not affect them. */
const DAY = 86_400_000
const dayOf = (date: string) => new Date(`${date}T00:00:00Z`)
const written = (day: Date) => day.toISOString().slice(0, 10)

export const monthOf = (date: string): string => date.slice(0, 7)
export const addDays = (date: string, days: number): string => written(new Date(dayOf(date).getTime() + days * DAY))

/** The same day of another month, or its last day if it is shorter. */
export function addMonths(date: string, months: number): string {
  const day = dayOf(date)
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return written(new Date(first.getTime() + (Math.min(day.getUTCDate(), last) - 1) * DAY))
}

/** Monday is 0. */
const weekdayOf = (date: string): number => (dayOf(date).getUTCDay() + 6) % 7

/** Weeks of a month, from Monday. Days of adjacent months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const days: (string | null)[] = Array.from({ length: weekdayOf(first) }, () => null)
  for (let date = first; monthOf(date) === month; date = addDays(date, 1)) days.push(date)
  while (days.length % 7 > 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** `November 2026` */
const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(dayOf(`${month}-01`))

/** `Tuesday 3 November` */
export const dayName = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    dayOf(date),
  )

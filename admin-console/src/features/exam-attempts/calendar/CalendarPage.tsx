import type { Cloud, ExamRecord } from '@flagyard/api-types'
import { timeZoneOptions } from '@flagyard/ui/time-zones'
import { Button, TextField, ToggleButton, ToggleButtonGroup, useMediaQuery } from '@mui/material'
import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import { useParams, useSearchParams } from 'react-router-dom'
import { LoadingOrError, useCall } from '../../../crud/calls.tsx'
import { cloudProviders } from '../../../crud/cloudProviders.ts'
import { WIDE } from '../../../crud/list/Rows.tsx'
import NotFound from '../../../crud/record/NotFound.tsx'
import { ScreenHeader } from '../../../crud/ScreenHeader.tsx'
import { cloudNames, countOf } from '../../../lib/format.ts'
import { myTimeZone } from '../attempt-words.ts'
import styles from './BookingCalendar.module.css'
import { DayDialog } from './DayDialog.tsx'
import { DayList, WeekTable } from './DayList.tsx'
import { addDays, type CalendarView, monthName, moved, shortDay, spanAround, todayIn } from './days.ts'

export default function CalendarPage() {
  const { cloud = '' } = useParams()
  if (!isCloud(cloud)) return <NotFound />
  const { path, title } = cloudProviders[cloud]
  return (
    <>
      <ScreenHeader
        title={`Exam bookings on ${cloudNames[cloud]}`}
        about="Booked, running and free accounts"
        back={{ to: path, label: title }}
      />
      <BookingCalendar cloud={cloud} />
    </>
  )
}

const isCloud = (name: string): name is Cloud => Object.hasOwn(cloudProviders, name)

/** Booking calendar of the exam's cloud provider. Bookings of this exam are highlighted. */
export function ExamCalendar() {
  const exam = useRecordContext<ExamRecord>()
  return exam ? <BookingCalendar cloud={exam.cloud} exam={{ slug: exam.slug, title: exam.title }} /> : null
}

interface Props {
  cloud: Cloud
  /** Exam whose bookings are highlighted. */
  exam?: { slug: string; title: string }
}

/** Bookings against capacity, hour by hour: booked, running and free accounts. Date, view and time zone are in the address. */
function BookingCalendar({ cloud, exam }: Props) {
  const [search, setSearch] = useSearchParams()
  const isWide = useMediaQuery(WIDE, { noSsr: true })
  const [open, setOpen] = useState<string | null>(null)
  const zone = search.get('zone') ?? myTimeZone()
  const date = search.get('day') ?? todayIn(zone)
  const view: CalendarView = search.get('view') === 'month' ? 'month' : 'week'
  const { from, days } = spanAround(date, view)
  const { data, error, refetch } = useCall(
    'getExamCapacity',
    { cloud, from, days, time_zone: zone, ...(exam && { exam: exam.slug }) },
    { refetchInterval: 60_000 },
  )
  const show = (changes: Record<string, string>) => {
    setSearch({ ...Object.fromEntries(search), ...changes }, { replace: true })
  }
  const shownDay = data?.days.find((day) => day.date === open)
  return (
    <section className={styles.frame} aria-label="Booking calendar">
      <div className={styles.controls}>
        <div className={styles.steps}>
          <Button size="small" aria-label={`Earlier ${view}`} onClick={() => show({ day: moved(date, view, -1) })}>
            ‹
          </Button>
          <Button size="small" onClick={() => show({ day: todayIn(zone) })}>
            Today
          </Button>
          <Button size="small" aria-label={`Later ${view}`} onClick={() => show({ day: moved(date, view, 1) })}>
            ›
          </Button>
          <strong aria-live="polite">
            {view === 'month' ? monthName(from) : `${shortDay(from)} – ${shortDay(addDays(from, days - 1))}`}
          </strong>
        </div>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={view}
          aria-label="View"
          onChange={(_event, value: CalendarView | null) => value && show({ view: value, day: date })}
        >
          <ToggleButton value="week">Week</ToggleButton>
          <ToggleButton value="month">Month</ToggleButton>
        </ToggleButtonGroup>
        <TextField
          select
          size="small"
          label="Time zone"
          value={zone}
          onChange={({ target }) => show({ zone: target.value })}
          slotProps={{ select: { native: true } }}
        >
          {timeZoneOptions(zone).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </TextField>
      </div>
      {data ? (
        <>
          <Legend exam={exam?.title} accounts={countOf(data.accounts, ...cloudProviders[cloud].resourceLabel)} />
          {view === 'week' && isWide ? (
            <WeekTable capacity={data} onOpen={setOpen} />
          ) : (
            <DayList capacity={data} onOpen={setOpen} />
          )}
        </>
      ) : (
        <LoadingOrError what="the calendar" error={error} retry={refetch} />
      )}
      {shownDay && <DayDialog cloud={cloud} day={shownDay} timeZone={zone} exam={exam} onClose={() => setOpen(null)} />}
    </section>
  )
}

const Legend = ({ exam, accounts }: { exam: string | undefined; accounts: string }) => (
  <p className={styles.legend}>
    <span>A full bar is all {accounts} in use:</span>
    {exam && (
      <span>
        <i className={styles.mine} /> this exam
      </span>
    )}
    <span>
      <i className={styles.booked} /> {exam ? 'other exams' : 'exams'}
    </span>
    <span>
      <i className={styles.spares} /> spares
    </span>
    <span>
      <i className={styles.labs} /> labs
    </span>
    <span>
      <i className={styles.free} /> free
    </span>
  </p>
)

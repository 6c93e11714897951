import type { Cloud, ExamSitting } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { zonedFormat } from '@flagyard/api-types/contract/time-zone'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { Dialog, DialogBody, DialogFoot } from '../../../crud/actions/Dialog.tsx'
import { LoadingOrError, useCall } from '../../../crud/calls.tsx'
import { PlainTable } from '../../../crud/list/PlainTable.tsx'
import { useReadsPeople } from '../../../lib/useCapabilities.ts'
import { AttemptState } from '../AttemptState.tsx'
import styles from './BookingCalendar.module.css'
import { type Day, hourName, longDay } from './days.ts'

interface Props {
  cloud: Cloud
  day: Day
  timeZone: string
  exam: { slug: string; title: string } | undefined
  onClose: () => void
}

/** One day: its candidates, and the figures of every hour. */
export function DayDialog({ cloud, day, timeZone, exam, onClose }: Props) {
  const readsPeople = useReadsPeople()
  return (
    <Dialog title={longDay(day.date)} onClose={onClose}>
      <DialogBody>
        {readsPeople && <DayCandidates cloud={cloud} date={day.date} timeZone={timeZone} exam={exam} />}
        <h3 className={styles.heading}>Hour by hour</h3>
        <PlainTable
          className={styles.hours}
          heads={['Hour', exam && 'This exam', exam ? 'All exams' : 'Exams', 'Spares', 'Labs', 'Left']}
          rows={day.hours.map((hour) => [
            hour.at,
            hourName(hour),
            exam && hour.mine,
            hour.booked,
            hour.spares,
            hour.labs,
            hour.left === 0 ? <strong>full</strong> : hour.left,
          ])}
        />
        <p className={styles.note}>
          “Left” is the number of exams, including their spares, that can still be booked for that hour. An exam uses
          its account from 45 minutes before the start until the account has been cleaned.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}

type DayCandidatesProps = Pick<Props, 'cloud' | 'timeZone' | 'exam'> & { date: string }

function DayCandidates({ cloud, date, timeZone, exam }: DayCandidatesProps) {
  const { data, error, refetch } = useCall('listExamSittings', { cloud, date, time_zone: timeZone })
  if (error || !data) return <LoadingOrError what="the candidates" error={error} retry={refetch} />
  if (data.length === 0) return <p>No exams on this day.</p>
  return (
    <>
      <h3 className={styles.heading}>Candidates</h3>
      <ul className={styles.sittings}>
        {data.map((sitting) => (
          <li key={sitting.attempt_id}>
            <span>
              <strong>{sitting.scheduled_at && momentIn(timeZone, sitting.scheduled_at)}</strong> ·{' '}
              <Link to={`${consolePaths.user(sitting.username)}/exams`}>
                <bdi>{sitting.full_name}</bdi>
              </Link>
            </span>
            <AttemptState state={sitting.state} />
            <span className={styles.note}>
              {exam?.slug === sitting.exam ? (
                'this exam'
              ) : (
                <Link to={consolePaths.exam(sitting.exam)}>{sitting.title}</Link>
              )}
              {` · attempt ${sitting.number} · ${accountSpan(sitting, timeZone)}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const momentIn = (timeZone: string, at: string) =>
  zonedFormat(timeZone, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(new Date(at))

const accountSpan = ({ from_at, until_at }: ExamSitting, timeZone: string) =>
  `account from ${momentIn(timeZone, from_at)} to ${momentIn(timeZone, until_at)}`

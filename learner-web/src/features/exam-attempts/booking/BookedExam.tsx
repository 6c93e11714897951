import type { CanSchedule, ExamAttempt, MyExamDetails } from '@flagyard/api-types'
import { CHECK_IN_RULE } from '@flagyard/api-types/exam-attempts/timing'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { FormError } from '@flagyard/ui/Form'
import { countOf, formatMinutes } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { placeName, zoneName } from '@flagyard/ui/time-zones'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useNow } from '../../../lib/useNow.ts'
import { ConfirmButton } from '../../../shell/ConfirmDialog.tsx'
import { DownloadButton } from '../../../shell/DownloadButton.tsx'
import { SectionCard } from '../../../shell/sections.tsx'
import { showSuccess } from '../../../shell/toasts.ts'
import styles from '../Examroom.module.css'
import { costOf } from '../labels.ts'
import { type ExamHandle, newestAttempt } from '../useExam.ts'
import { formatMoment, formatShort, myZone } from '../zoned-time.ts'
import { Countdown } from './AboutExam.tsx'
import { AcceptRules } from './AcceptRules.tsx'
import { FinalHour, isTooSoonToMove, sendHour } from './BookHour.tsx'
import { HourPicker, NextFree, useHourChoice } from './HourPicker.tsx'

interface Props {
  exam: MyExamDetails
  attempt: ExamAttempt
  scheduledAt: string
  can: CanSchedule
  handle: ExamHandle
}

export function BookedExam({ exam, attempt, scheduledAt, can, handle }: Props) {
  const now = useNow() + handle.clockOffset
  const [isMoving, setMoving] = useState(false)
  const zone = attempt.time_zone ?? myZone()
  const minutes = can.booked_minutes ?? can.duration_minutes
  const isMovable = can.moves_left > 0 && can.movable_until !== null && Date.parse(can.movable_until) > now
  const cancel = async () => {
    await handle.change(
      'cancel',
      () => api.cancelExam({ exam: exam.slug }),
      (known) => newestAttempt(known)?.state === 'purchased',
    )
  }
  return (
    <SectionCard title="Your date">
      <div>
        <p className={styles.date}>{formatMoment(scheduledAt, zone)}</p>
        <p className="small muted">
          {zoneName(zone, scheduledAt)} · {formatMinutes(minutes)}
          {minutes > exam.duration_minutes && ', with your extra time'}
          {placeName(zone) !== placeName(myZone()) &&
            ` · ${formatShort(scheduledAt, myZone())} where you are now (${placeName(myZone())})`}
        </p>
      </div>
      {minutes !== can.duration_minutes && (
        <p>
          Your extra time has changed since you booked: new bookings last {formatMinutes(can.duration_minutes)}. Move
          this one, or{' '}
          <Link to={paths.contact} className="touch-target">
            write to us
          </Link>{' '}
          and we will change it for you.
        </p>
      )}
      <Countdown label="until it begins" milliseconds={Date.parse(scheduledAt) - now} />
      <p>{CHECK_IN_RULE}</p>
      <FormError>{handle.errorOf('cancel')}</FormError>
      <div className="row">
        <DownloadButton variant="primary" load={() => api.getExamCalendar({ exam: exam.slug })} name="exam.ics">
          Add to my calendar
        </DownloadButton>
        {isMovable && (
          <>
            <Button aria-expanded={isMoving} onClick={() => setMoving(!isMoving)}>
              Move
            </Button>
            <ConfirmButton
              label="Cancel the date"
              title="Cancel this date?"
              confirmLabel="Cancel my date"
              cancelLabel="Keep my date"
              isPending={handle.pendingName === 'cancel'}
              onConfirm={cancel}
            >
              <p>
                Your hour becomes available to others. You keep the exam, and can choose another day
                {exam.access_ends_at && ` until ${formatMoment(exam.access_ends_at, zone)}`}.
              </p>
              <p>
                <strong>{costOf(can.moves_left, 'change')}</strong>
              </p>
            </ConfirmButton>
          </>
        )}
      </div>
      <p className="small muted">
        {isMovable && can.movable_until
          ? `You can still move or cancel it ${countOf(can.moves_left, 'time')}, until ${formatMoment(can.movable_until, zone)}.`
          : 'It can no longer be moved or cancelled here.'}{' '}
        {!isMovable && (
          <>
            If you cannot come, please <Link to={paths.contact}>write to us</Link>.
          </>
        )}
      </p>
      {isMoving && isMovable && <MoveExam exam={exam} can={can} handle={handle} onDone={() => setMoving(false)} />}
    </SectionCard>
  )
}

interface MoveExamProps {
  exam: MyExamDetails
  can: CanSchedule
  handle: ExamHandle
  onDone: () => void
}

function MoveExam({ exam, can, handle, onDone }: MoveExamProps) {
  // Rules accepted for this booking need not be accepted again if they are unchanged.
  const choice = useHourChoice(exam.accepted_rules?.text === exam.rules ? '' : exam.rules)
  const { picked, nextFree, acceptance, pick } = choice
  const move = async () => {
    const done = await sendHour('move', handle, choice, (rescheduleExamPayload) =>
      api.rescheduleExam({ exam: exam.slug, rescheduleExamPayload }),
    )
    if (!done || !picked) return
    showSuccess(`Your exam is now on ${formatMoment(picked.at, picked.time_zone)}.`)
    onDone()
  }
  return (
    <section className={styles.move}>
      <h3>New date</h3>
      <HourPicker exam={exam} can={can} choice={choice} />
      {picked && (
        <p className={styles.summary}>
          <strong>{formatMoment(picked.at, picked.time_zone)}</strong> ({zoneName(picked.time_zone, picked.at)})
        </p>
      )}
      {picked && isTooSoonToMove(picked.at, can, handle) && <FinalHour can={can} />}
      <AcceptRules acceptance={acceptance} isShown />
      <FormError>{handle.errorOf('move')}</FormError>
      <NextFree at={nextFree} timeZone={picked?.time_zone} onPick={pick} />
      <div className="row">
        <Button variant="primary" disabled={!picked} busy={handle.pendingName === 'move'} onClick={() => void move()}>
          Move my date
        </Button>
        <Button onClick={onDone}>Keep my date</Button>
        <span className="small muted">{costOf(can.moves_left, 'change')}</span>
      </div>
    </section>
  )
}

import type { CanSchedule, ExamAttempt, MyExamDetails } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { CHECK_IN_RULE } from '@flagyard/api-types/exam-attempts/timing'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { FormError } from '@flagyard/ui/Form'
import { countOf, formatMinutes } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { saveFile } from '@flagyard/ui/save-file'
import { placeName, zoneName } from '@flagyard/ui/time-zones'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useAction } from '../../../lib/useAction.ts'
import { useNow } from '../../../lib/useNow.ts'
import { ConfirmDialog } from '../../../shell/ConfirmDialog.tsx'
import { toasts } from '../../../shell/toasts.ts'
import styles from '../Examroom.module.css'
import { costOf } from '../labels.ts'
import { type ExamHandle, newestAttempt } from '../useExam.ts'
import { formatMoment, formatShort, myZone, toPayload } from '../zoned-time.ts'
import { Countdown } from './AboutExam.tsx'
import { AcceptRules } from './AcceptRules.tsx'
import { FinalHour, isBookedAt, isTooSoonToMove } from './BookHour.tsx'
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
  const [changing, setChanging] = useState<'move' | 'cancel' | null>(null)
  const file = useAction()
  const zone = attempt.time_zone ?? myZone()
  const minutes = can.booked_minutes ?? can.duration_minutes
  const isMovable = can.moves_left > 0 && can.movable_until !== null && Date.parse(can.movable_until) > now
  const cancel = async () => {
    await handle.change(
      'cancel',
      () => api.cancelExam({ exam: exam.slug }),
      (known) => newestAttempt(known)?.state === 'purchased',
    )
    setChanging(null)
  }
  return (
    <Card as="section" className="stack">
      <h2 className={styles.title}>Your date</h2>
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
          Your extra time has changed since you booked: a date that is booked now lasts{' '}
          {formatMinutes(can.duration_minutes)}. Move this one, or{' '}
          <Link to={paths.contact} className="reach">
            write to us
          </Link>{' '}
          and we change it for you.
        </p>
      )}
      <Countdown label="until it begins" milliseconds={Date.parse(scheduledAt) - now} />
      <p>{CHECK_IN_RULE}</p>
      <FormError>{file.error ?? handle.errorOf('cancel')}</FormError>
      <div className="row">
        <Button
          variant="primary"
          busy={file.isPending}
          onClick={() =>
            void file.run(async () => saveFile(await api.getExamCalendar({ exam: exam.slug }), 'exam.ics'))
          }
        >
          Add to my calendar
        </Button>
        {isMovable && (
          <>
            <Button
              aria-expanded={changing === 'move'}
              onClick={() => setChanging(changing === 'move' ? null : 'move')}
            >
              Move it
            </Button>
            <Button onClick={() => setChanging('cancel')}>Cancel it</Button>
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
      {changing === 'move' && isMovable && (
        <MoveExam exam={exam} can={can} handle={handle} onDone={() => setChanging(null)} />
      )}
      <ConfirmDialog
        open={changing === 'cancel'}
        title="Cancel this date?"
        confirmLabel="Cancel my date"
        cancelLabel="Keep it"
        isPending={handle.pendingName === 'cancel'}
        onClose={() => setChanging(null)}
        onConfirm={() => void cancel()}
      >
        <p>
          Your hour is given to somebody else. You keep the exam, and can choose another day
          {exam.access_ends_at && ` until ${formatMoment(exam.access_ends_at, zone)}`}.
        </p>
        <p>
          <strong>{costOf(can.moves_left, 'change')}</strong>
        </p>
      </ConfirmDialog>
    </Card>
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
  const { picked, nextFree, acceptance, choose, pick } = choice
  const move = async () => {
    if (!picked || !acceptance.check()) return
    choose({ nextFree: null })
    const done = await handle.change(
      'move',
      async () => {
        try {
          await api.rescheduleExam({
            exam: exam.slug,
            rescheduleExamPayload: { ...toPayload(picked), ...acceptance.payload },
          })
        } catch (failure) {
          if (failure instanceof ApiError && typeof failure.extra.next_free === 'string')
            choose({ nextFree: failure.extra.next_free })
          throw failure
        }
      },
      (now) => isBookedAt(now, picked.at),
    )
    if (!done) return
    toasts.show({ type: 'success', content: `Your exam is now on ${formatMoment(picked.at, picked.time_zone)}.` })
    onDone()
  }
  return (
    <section className={styles.move}>
      <h3>Move it to</h3>
      <HourPicker exam={exam} can={can} choice={choice} />
      {picked && (
        <p className={styles.summary}>
          <strong>{formatMoment(picked.at, picked.time_zone)}</strong> ({zoneName(picked.time_zone, picked.at)})
        </p>
      )}
      {picked && isTooSoonToMove(picked.at, can, handle) && <FinalHour can={can} />}
      <AcceptRules acceptance={acceptance} isShown />
      <FormError>{handle.errorOf('move')}</FormError>
      <NextFree at={nextFree} timeZone={picked?.time_zone} onTake={pick} />
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

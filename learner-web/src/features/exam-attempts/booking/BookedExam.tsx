import type { CanSchedule, ExamAttempt, MyExamDetails } from '@flagyard/api-types'
import { CHECK_IN_RULE } from '@flagyard/api-types/exam-attempts/timing'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { FormError } from '@flagyard/ui/Form'
import { formatMinutes } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { placeName, zoneName } from '@flagyard/ui/time-zones'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useNow } from '../../../lib/useNow.ts'
import * as t from '../../../messages/en/exam-attempts.ts'
import { ConfirmButton } from '../../../shell/ConfirmDialog.tsx'
import { DownloadButton } from '../../../shell/DownloadButton.tsx'
import { SectionCard } from '../../../shell/sections.tsx'
import { showSuccess } from '../../../shell/toasts.ts'
import styles from '../Examroom.module.css'
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
    <SectionCard title={t.yourDate}>
      <div>
        <p className={styles.date}>{formatMoment(scheduledAt, zone)}</p>
        <p className="small muted">
          {zoneName(zone, scheduledAt)} ·{' '}
          {minutes > exam.duration_minutes
            ? t.withExtraTime({ duration: formatMinutes(minutes) })
            : formatMinutes(minutes)}
          {placeName(zone) !== placeName(myZone()) &&
            ` · ${t.timeHere({ time: formatShort(scheduledAt, myZone()), place: placeName(myZone()) })}`}
        </p>
      </div>
      {minutes !== can.duration_minutes && (
        <p>
          {t.extraTimeChanged({
            duration: formatMinutes(can.duration_minutes),
            link: (children) => (
              <Link to={paths.contact} className="touch-target">
                {children}
              </Link>
            ),
          })}
        </p>
      )}
      <Countdown label={t.untilItBegins} milliseconds={Date.parse(scheduledAt) - now} />
      <p>{CHECK_IN_RULE}</p>
      <FormError>{handle.errorOf('cancel')}</FormError>
      <div className="row">
        <DownloadButton variant="primary" load={() => api.getExamCalendar({ exam: exam.slug })} name="exam.ics">
          {t.addToMyCalendar}
        </DownloadButton>
        {isMovable && (
          <>
            <Button aria-expanded={isMoving} onClick={() => setMoving(!isMoving)}>
              {t.move}
            </Button>
            <ConfirmButton
              label={t.cancelDate}
              title={t.cancelTitle}
              confirmLabel={t.cancelMyDate}
              cancelLabel={t.keepMyDate}
              isPending={handle.pendingName === 'cancel'}
              onConfirm={cancel}
            >
              <p>
                {t.cancelText({
                  hasEnd: String(exam.access_ends_at !== null),
                  time: exam.access_ends_at ? formatMoment(exam.access_ends_at, zone) : '',
                })}
              </p>
              <p>
                <strong>{t.costOfChange({ left: can.moves_left })}</strong>
              </p>
            </ConfirmButton>
          </>
        )}
      </div>
      <p className="small muted">
        {isMovable && can.movable_until
          ? t.canStillMove({ moves: can.moves_left, time: formatMoment(can.movable_until, zone) })
          : t.notMovable}{' '}
        {!isMovable && t.cannotCome({ link: (children) => <Link to={paths.contact}>{children}</Link> })}
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
    showSuccess(t.moved({ time: formatMoment(picked.at, picked.time_zone) }))
    onDone()
  }
  return (
    <section className={styles.move}>
      <h3>{t.newDate}</h3>
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
          {t.moveMyDate}
        </Button>
        <Button onClick={onDone}>{t.keepMyDate}</Button>
        <span className="small muted">{t.costOfChange({ left: can.moves_left })}</span>
      </div>
    </section>
  )
}

import type { CanSchedule, ExamPreflight, MyExamDetails } from '@flagyard/api-types'
import { PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Chip } from '@flagyard/ui/Chip'
import { Empty } from '@flagyard/ui/Feedback'
import { FormError } from '@flagyard/ui/Form'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { useNow } from '../../lib/useNow.ts'
import * as t from '../../messages/en/exam-attempts.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { SectionCard } from '../../shell/sections.tsx'
import { Stages } from '../deployments/Stages.tsx'
import { AboutExam } from './booking/AboutExam.tsx'
import { BookedExam } from './booking/BookedExam.tsx'
import { BookHour } from './booking/BookHour.tsx'
import type { HourChoice } from './booking/HourPicker.tsx'
import { Preflight } from './booking/Preflight.tsx'
import styles from './Examroom.module.css'
import { reasonTexts } from './labels.ts'
import { EarlierAttempts } from './result/EarlierAttempts.tsx'
import { ExtraPointsDetails } from './result/ExtraPoints.tsx'
import { type AttemptProps, type ExamHandle, newestAttempt } from './useExam.ts'
import { formatMoment, formatShort, myZone } from './zoned-time.ts'

interface BookingProps {
  exam: MyExamDetails
  handle: ExamHandle
  choice: HourChoice
}

export function BeforeExam({ exam, handle, choice }: BookingProps) {
  const attempt = newestAttempt(exam)
  const bookedIn = attempt?.state === 'scheduled' ? attempt.time_zone : null
  return (
    <div className={styles.columns}>
      <div className="stack">
        <Booking exam={exam} handle={handle} choice={choice} />
        <EarlierAttempts slug={exam.slug} attempts={exam.attempts} />
      </div>
      <div className="stack">
        <AboutExam exam={exam} />
        {attempt?.state === 'scheduled' && <ExtraPointsDetails slug={exam.slug} attemptId={attempt.id} />}
        <Preflight clockOffset={handle.clockOffset} bookedIn={bookedIn}>
          {attempt?.state === 'scheduled' && <TryEnvironment exam={exam} attempt={attempt} handle={handle} />}
        </Preflight>
      </div>
    </div>
  )
}

/** The booked date, the calendar to choose one, or the reasons why booking is not possible. */
export function Booking({ exam, handle, choice }: BookingProps) {
  const attempt = newestAttempt(exam)
  return (
    <Loaded query={useQuery(callQuery('getCanSchedule', { exam: exam.slug }))} what={t.calendarNoun} isLine>
      {(can) =>
        attempt?.state === 'scheduled' && attempt.scheduled_at ? (
          <BookedExam exam={exam} attempt={attempt} scheduledAt={attempt.scheduled_at} can={can} handle={handle} />
        ) : can.can_schedule ? (
          <BookHour exam={exam} can={can} handle={handle} choice={choice} />
        ) : (
          <NotBookable exam={exam} reasons={can.reasons} />
        )
      }
    </Loaded>
  )
}

function NotBookable({ exam, reasons }: { exam: MyExamDetails; reasons: CanSchedule['reasons'] }) {
  if (exam.has_access && reasons.length === 1 && reasons[0]?.code === 'not_open')
    return (
      <Empty
        title={t.bookingOpensSoon}
        icon="clock"
        action={
          <ButtonLink to={paths.dashboard} variant="primary">
            {t.goToYourDashboard}
          </ButtonLink>
        }
      >
        {t.bookingOpensSoonText({
          hasEnd: String(exam.access_ends_at !== null),
          date: exam.access_ends_at ? formatDate(exam.access_ends_at) : '',
        })}
      </Empty>
    )
  return (
    <SectionCard title={exam.attempts[0]?.decided_at ? t.nextSteps : t.cannotBook}>
      <ul className={styles.reasons}>
        {reasons.map(({ code, from }) => (
          <li key={code}>
            {reasonTexts[code]}
            {from && ` ${t.canBookFrom({ time: formatMoment(from, myZone()) })}`}
          </li>
        ))}
      </ul>
      {exam.bookable && reasons.some(({ code }) => code === 'no_attempts_left') && (
        <ButtonLink to={paths.exam(exam.slug)}>{t.getNewAttempts}</ButtonLink>
      )}
    </SectionCard>
  )
}

/** Builds a small test environment in the exam's cloud, so that a candidate can check that everything works before the exam. */
function TryEnvironment({ exam, attempt, handle }: AttemptProps) {
  const now = useNow() + handle.clockOffset
  const key = useRef(crypto.randomUUID())
  const { preflight } = exam
  const zone = attempt.time_zone ?? myZone()
  const closesAt = Date.parse(attempt.scheduled_at ?? '') - PREPARE_MINUTES * 60_000
  const isTooSoon = preflight?.again_at != null && Date.parse(preflight.again_at) > now
  const isOpen = now < closesAt && preflight?.state !== 'building' && !isTooSoon
  const start = async () => {
    const before = preflight?.asked_at
    await handle.change(
      'preflight',
      () => api.startExamPreflight({ exam: exam.slug }, { idempotencyKey: key.current }),
      (known) => known.preflight !== null && known.preflight.asked_at !== before,
    )
    // The request has completed, so the next try gets a new key.
    key.current = crypto.randomUUID()
  }
  return (
    <li>
      <div className="row between">
        <strong>{t.testEnvironment}</strong>
        <Chip tone={chips[preflight?.state ?? 'none'].tone}>{chips[preflight?.state ?? 'none'].label}</Chip>
      </div>
      <p className="small muted" role="status">
        {preflightText(preflight, zone)}
      </p>
      {preflight?.state === 'building' && <Stages stages={preflight.stages} />}
      <FormError>{handle.errorOf('preflight')}</FormError>
      {isOpen && (
        <div>
          <Button size="small" busy={handle.pendingName === 'preflight'} onClick={() => void start()}>
            {preflight ? t.tryAgain : t.trySmallEnvironment}
          </Button>
        </div>
      )}
      {isTooSoon && preflight?.again_at && (
        <p className="small muted">{t.canTryAgainFrom({ time: formatMoment(preflight.again_at, zone) })}</p>
      )}
    </li>
  )
}

const chips = {
  none: { tone: 'neutral', label: t.preflightStates.none },
  building: { tone: 'info', label: t.preflightStates.building },
  passed: { tone: 'good', label: t.preflightStates.passed },
  failed: { tone: 'warn', label: t.preflightStates.failed },
} as const

function preflightText(preflight: ExamPreflight | null, zone: string): string {
  switch (preflight?.state) {
    case undefined:
      return t.preflightIntro
    case 'building':
      return t.preflightBuilding({ time: formatShort(preflight.asked_at, zone) })
    case 'passed':
      return t.preflightPassed({ time: formatShort(preflight.asked_at, zone), seconds: preflight.seconds ?? 0 })
    case 'failed':
      return t.preflightFailed({
        message: preflight.message ?? t.preflightTimedOut,
        time: formatShort(preflight.asked_at, zone),
      })
  }
}

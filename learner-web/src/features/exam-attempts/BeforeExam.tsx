import type { CanSchedule, ExamAttempt, ExamPreflight, MyExamDetails } from '@flagyard/api-types'
import { PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Empty, errorMessage, FailedLine, Loading } from '@flagyard/ui/Feedback'
import { FormError } from '@flagyard/ui/Form'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { useNow } from '../../lib/useNow.ts'
import { Stages } from '../deployments/Stages.tsx'
import { AboutExam } from './booking/AboutExam.tsx'
import { BookedExam } from './booking/BookedExam.tsx'
import { BookHour } from './booking/BookHour.tsx'
import type { HourChoice } from './booking/HourPicker.tsx'
import { Preflight } from './booking/Preflight.tsx'
import styles from './Examroom.module.css'
import { reasonTexts } from './labels.ts'
import { EarlierAttempts } from './result/EarlierAttempts.tsx'
import { ExtraPoints } from './result/ExtraPoints.tsx'
import { type ExamHandle, newestAttempt } from './useExam.ts'
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
        {attempt?.state === 'scheduled' && (
          <Card>
            <details>
              <summary className={styles.summaryLine}>Extra points by pull request</summary>
              <ExtraPoints slug={exam.slug} attemptId={attempt.id} isQuiet />
            </details>
          </Card>
        )}
        <Preflight clockOffset={handle.clockOffset} bookedIn={bookedIn}>
          {attempt?.state === 'scheduled' && <TryEnvironment exam={exam} attempt={attempt} handle={handle} />}
        </Preflight>
      </div>
    </div>
  )
}

/** The booked date, the calendar to choose one, or the reasons why booking is not possible. */
export function Booking({ exam, handle, choice }: BookingProps) {
  const { data: can, error, refetch } = useQuery(callQuery('getCanSchedule', { exam: exam.slug }))
  const attempt = newestAttempt(exam)
  if (!can)
    return error ? (
      <FailedLine why={errorMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Loading what="the calendar" />
    )
  if (attempt?.state === 'scheduled' && attempt.scheduled_at)
    return <BookedExam exam={exam} attempt={attempt} scheduledAt={attempt.scheduled_at} can={can} handle={handle} />
  if (can.can_schedule) return <BookHour exam={exam} can={can} handle={handle} choice={choice} />
  return <NotBookable exam={exam} reasons={can.reasons} />
}

function NotBookable({ exam, reasons }: { exam: MyExamDetails; reasons: CanSchedule['reasons'] }) {
  if (exam.has_access && reasons.length === 1 && reasons[0]?.code === 'not_open')
    return (
      <Empty
        title="Booking opens soon"
        icon="clock"
        action={
          <ButtonLink to={paths.dashboard} variant="primary">
            Go to your dashboard
          </ButtonLink>
        }
      >
        {`This exam is yours${exam.access_ends_at ? ` until ${formatDate(exam.access_ends_at)}` : ''}. You will choose its day and hour here.`}
      </Empty>
    )
  return (
    <Card as="section" className="stack">
      <h2 className={styles.title}>
        {exam.attempts[0]?.decided_at ? 'What comes next' : 'You cannot book a date now'}
      </h2>
      <ul className={styles.reasons}>
        {reasons.map(({ code, from }) => (
          <li key={code}>
            {reasonTexts[code]}
            {from && ` You can book from ${formatMoment(from, myZone())}.`}
          </li>
        ))}
      </ul>
      {exam.bookable && reasons.some(({ code }) => code === 'no_attempts_left') && (
        <div>
          <ButtonLink to={paths.exam(exam.slug)}>Get new attempts</ButtonLink>
        </div>
      )}
    </Card>
  )
}

/** Builds a small test environment in the exam's cloud, so that a candidate can check that everything works before the exam. */
function TryEnvironment({ exam, attempt, handle }: { exam: MyExamDetails; attempt: ExamAttempt; handle: ExamHandle }) {
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
        <strong>Test environment</strong>
        <Chip tone={chips[preflight?.state ?? 'none'].tone}>{chips[preflight?.state ?? 'none'].label}</Chip>
      </div>
      <p className="small muted" role="status">
        {wordsOf(preflight, zone)}
      </p>
      {preflight?.state === 'building' && <Stages stages={preflight.stages} />}
      <FormError>{handle.errorOf('preflight')}</FormError>
      {isOpen && (
        <div>
          <Button size="small" busy={handle.pendingName === 'preflight'} onClick={() => void start()}>
            {preflight ? 'Try it again' : 'Try a small environment'}
          </Button>
        </div>
      )}
      {isTooSoon && preflight?.again_at && (
        <p className="small muted">You can try it again from {formatMoment(preflight.again_at, zone)}.</p>
      )}
    </li>
  )
}

const chips = {
  none: { tone: 'neutral', label: 'Not tried' },
  building: { tone: 'info', label: 'Being built' },
  passed: { tone: 'good', label: 'Fine' },
  failed: { tone: 'warn', label: 'Check this' },
} as const

function wordsOf(preflight: ExamPreflight | null, zone: string): string {
  switch (preflight?.state) {
    case undefined:
      return 'We build something small in the cloud of your exam and take it away again. It costs nothing, and uses no attempt and no reset.'
    case 'building':
      return `Asked for on ${formatShort(preflight.asked_at, zone)}. It ends by itself as soon as it runs, or after ten minutes.`
    case 'passed':
      return `On ${formatShort(preflight.asked_at, zone)} it ran after ${preflight.seconds ?? 0} s. It has been taken away again.`
    case 'failed':
      return `${preflight.message ?? 'It did not run within ten minutes. That is our fault, and we look at it.'} Asked for on ${formatShort(preflight.asked_at, zone)}.`
  }
}

import type { CanSchedule, MyExamDetails } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { errorMessage } from '@flagyard/ui/error-message'
import { Empty, FailedLine, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../lib/dates.ts'
import { callQuery } from '../../lib/query.ts'
import { AboutExam } from './AboutExam.tsx'
import { BookedExam } from './BookedExam.tsx'
import { BookHour } from './BookHour.tsx'
import { EarlierAttempts } from './EarlierAttempts.tsx'
import styles from './Examroom.module.css'
import { ExtraPoints } from './ExtraPoints.tsx'
import { reasonTexts } from './labels.ts'
import { Preflight } from './Preflight.tsx'
import { TryEnvironment } from './TryEnvironment.tsx'
import { type ExamHandle, newestAttempt } from './useExam.ts'
import type { HourChoice } from './useHourChoice.ts'
import { formatMoment, myZone } from './zoned-time.ts'

interface BookingProps {
  exam: MyExamDetails
  handle: ExamHandle
  choice: HourChoice
}

/** The exam before its start: booking, description and the check of this computer. */
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

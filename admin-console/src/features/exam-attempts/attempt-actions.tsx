import type { UserAttempt } from '@flagyard/api-types'
import { NumberInput } from 'react-admin'
import { actionsOn, hasReason } from '../../crud/actions/action-table.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { countOf, formatMinutes, formatMoment } from '../../lib/format.ts'
import { changeOf, myTimeZone } from './attempt-words.ts'
import { Booking, type BookingValues, bookingOf } from './Booking.tsx'

/** An attempt, with the name of its candidate. */
export type Attempt = UserAttempt & { username: string }

const action = actionsOn<Attempt>()

const correctionOf = ({ username, id, version }: Attempt, { reason }: { reason: string }) => ({
  username,
  id,
  attemptCorrection: { version, reason },
})
const minutesOf = (seconds: number) => formatMinutes(Math.floor(seconds / 60))

/** Actions at the foot of an attempt's dialog. */
export const attemptActions = [
  // For failures on our side: the attempt can be booked and taken again.
  action({
    name: 'postpone',
    operation: 'postponeExam',
    label: 'Postpone…',
    title: 'Postpone the exam',
    body: 'For failures on our side. The environment ends and the slot becomes free. The attempt does not count, and the candidate can book it again with the full time. Solved flags remain solved. The candidate is notified by e-mail.',
    input: correctionOf,
    reason: { helperText: 'The candidate can read it.' },
    submit: 'Postpone exam',
    color: 'error',
    success: 'Exam postponed. The candidate was notified',
  }),
  action({
    name: 'restore',
    operation: 'restoreExam',
    label: 'Restore…',
    title: 'Restore the attempt',
    body: 'For failures on our side. The candidate can book the attempt again with the full time. Solved flags remain solved. The candidate is notified by e-mail.',
    input: correctionOf,
    reason: { helperText: 'The candidate can read it.' },
    submit: 'Restore attempt',
    success: 'Attempt restored. The candidate was notified',
  }),
  // After an administrator has removed the cause of the failure.
  action({
    name: 'rebuild',
    operation: 'rebuildExam',
    label: 'Rebuild…',
    title: 'Rebuild the environment',
    input: ({ username, id, version }, { reason }) => ({ username, id, attemptRebuild: { version, reason } }),
    preview: {
      input: ({ username, id, version }) => ({ username, id, attemptRebuild: { version, reason: '', dry_run: true } }),
      show: ({ failed_builds, last_message, clock_stands, seconds_left }) => (
        <p>
          {countOf(failed_builds, 'build')} failed{last_message && `, the last one: “${last_message}”`}. Rebuilding does
          not use a reset.{' '}
          {clock_stands
            ? `The clock is paused with ${minutesOf(seconds_left)} left and resumes when the environment is ready.`
            : 'The clock has not started, so the candidate loses no time.'}
        </p>
      ),
    },
    reason: { helperText: 'The candidate can read it in the ledger.' },
    isReady: hasReason,
    submit: 'Rebuild',
    success: 'Building the environment',
  }),
  // Without using one of the learner's moves, and regardless of deadlines.
  action({
    name: 'schedule',
    operation: 'scheduleExamForUser',
    label: ({ state }) => (state === 'scheduled' ? 'Move…' : 'Book…'),
    title: ({ state }) => (state === 'scheduled' ? 'Move the exam' : 'Book the exam'),
    body: ({ username, exam }) => <Booking username={username} exam={exam} />,
    defaults: ({ time_zone }): BookingValues => ({
      date: '',
      hour: 9,
      time_zone: time_zone ?? myTimeZone(),
      occurrence: '',
      beyond_capacity: false,
    }),
    input: ({ username, exam }, values) => ({ username, exam_slug: exam, scheduleExamEdit: bookingOf(values) }),
    isReady: ({ date }) => !!date,
    submit: ({ state }) => (state === 'scheduled' ? 'Move exam' : 'Book exam'),
    success: ({ state }) => `Exam ${state === 'scheduled' ? 'moved' : 'booked'}. The candidate was notified`,
  }),
  action({
    name: 'extend',
    operation: 'extendExam',
    label: 'Extend…',
    title: 'Extend the exam',
    body: ({ extension_minutes_left: most }) => (
      <>
        <p>You can add up to {formatMinutes(most)}. After that, the account is reserved for another exam.</p>
        <NumberInput source="minutes" label="Minutes" min={1} max={most} helperText={false} />
        <ReasonInput helperText="The candidate can read it in the ledger." />
      </>
    ),
    defaults: { minutes: null as number | null, reason: '' },
    input: ({ username, exam }, { minutes, reason }) => ({
      exam_id: exam,
      user_id: username,
      extendExamEdit: { minutes: minutes ?? 0, reason },
    }),
    preview: {
      input: ({ username, exam }, { minutes }) =>
        !!minutes && { exam_id: exam, user_id: username, extendExamEdit: { minutes, reason: '', dry_run: true } },
      show: ({ ends_at, ends_at_before, seconds_left, minutes_left }) => (
        <p>
          {ends_at && ends_at_before
            ? `The end moves from ${formatMoment(ends_at_before)} to ${formatMoment(ends_at)}.`
            : `The clock is paused. When it resumes, ${minutesOf(seconds_left)} will be left.`}{' '}
          After that, you can add another {formatMinutes(minutes_left)}.
        </p>
      ),
      empty: 'Enter minutes to preview the new end.',
    },
    isReady: ({ minutes }) => !!minutes,
    submit: 'Extend exam',
    success: 'Exam extended',
  }),
]

/** Actions beside the ledger of an attempt. */
export const ledgerActions = [
  // Recorded in the ledger.
  action({
    name: 'correct_points',
    operation: 'correctExamPoints',
    label: 'Correct points…',
    title: 'Correct the points',
    body: (
      <>
        <p>Enter a negative number to deduct points. A passed exam remains passed.</p>
        <NumberInput source="points" label="Points to add" min={-1000} max={1000} helperText={false} />
        <ReasonInput helperText="The candidate can read it." />
      </>
    ),
    defaults: { points: null as number | null, reason: '' },
    input: ({ username, id, version }, { points, reason }) => ({
      username,
      id,
      pointsCorrection: { version, points: points ?? 0, reason },
    }),
    preview: {
      input: ({ username, id, version }, { points }) =>
        !!points && { username, id, pointsCorrection: { version, points, reason: '', dry_run: true } },
      show: (change) => <p>{changeOf(change)}</p>,
      empty: 'Enter points to preview the result.',
    },
    isReady: ({ points }) => !!points,
    submit: 'Correct points',
    success: 'Points corrected. The candidate was notified',
  }),
  // Permanently, without a replacement.
  action({
    name: 'void',
    operation: 'voidExam',
    label: 'Void…',
    title: 'Void the attempt',
    body: 'For refunds, or failures on our side when the candidate does not want another attempt. The booking and the environment end, and the attempt is neither graded nor replaced. This cannot be undone. Refund the order separately.',
    input: correctionOf,
    reason: { helperText: 'The candidate can read it.' },
    submit: 'Void attempt',
    color: 'error',
    success: 'Attempt voided. The candidate was notified',
  }),
]

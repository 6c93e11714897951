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
  // Takes back or restores an attempt that failed through our fault, so that it can be booked and taken again.
  action({
    name: 'postpone',
    operation: 'postponeExam',
    label: 'Postpone…',
    title: 'Take the exam back for our fault',
    body: 'The environment ends and the hour is free for others. The attempt is not counted, it can be booked anew with its whole time, and flags that were solved stay solved. The candidate is told by mail.',
    input: correctionOf,
    reason: { helperText: 'The candidate reads it.' },
    submit: 'Postpone the exam',
    cancel: 'Leave it',
    color: 'error',
    success: 'The exam is postponed, and its candidate is told',
  }),
  action({
    name: 'restore',
    operation: 'restoreExam',
    label: 'Give it back…',
    title: 'Give the attempt back for our fault',
    body: 'The attempt is there again and can be booked anew with its whole time. Flags that were solved stay solved. The candidate is told by mail.',
    input: correctionOf,
    reason: { helperText: 'The candidate reads it.' },
    submit: 'Give it back',
    cancel: 'Leave it',
    success: 'The attempt is back, and its candidate is told',
  }),
  // After an administrator has removed the cause of the failure.
  action({
    name: 'rebuild',
    operation: 'rebuildExam',
    label: 'Build again…',
    title: 'Build the environment again',
    input: ({ username, id, version }, { reason }) => ({ username, id, attemptRebuild: { version, reason } }),
    preview: {
      input: ({ username, id, version }) => ({ username, id, attemptRebuild: { version, reason: '', dry_run: true } }),
      show: ({ failed_builds, last_message, clock_stands, seconds_left }) => (
        <p>
          {countOf(failed_builds, 'build')} failed{last_message && `, the last one: “${last_message}”`}. A new one costs
          no reset.{' '}
          {clock_stands
            ? `The clock stands with ${minutesOf(seconds_left)} left, and goes on by rule once it runs.`
            : 'The time has not begun: the candidate loses nothing.'}
        </p>
      ),
    },
    reason: { helperText: 'The candidate reads it in the ledger.' },
    isReady: hasReason,
    submit: 'Build again',
    success: 'The environment is being built',
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
    submit: ({ state }) => (state === 'scheduled' ? 'Move it' : 'Book it'),
    success: ({ state }) => `The exam is ${state === 'scheduled' ? 'moved' : 'booked'}, and its candidate is told`,
  }),
  action({
    name: 'extend',
    operation: 'extendExam',
    label: 'Extend…',
    title: 'Give more time',
    body: ({ extension_minutes_left: most }) => (
      <>
        <p>Up to {formatMinutes(most)} can be given: the account is booked for so long, and for others afterwards.</p>
        <NumberInput source="minutes" label="Minutes" min={1} max={most} helperText={false} />
        <ReasonInput helperText="The candidate reads it in the ledger." />
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
            : `The clock stands. When it goes on, ${minutesOf(seconds_left)} are left.`}{' '}
          Afterwards {formatMinutes(minutes_left)} more can be given.
        </p>
      ),
      empty: 'Type the minutes, and the new end stands here.',
    },
    isReady: ({ minutes }) => !!minutes,
    submit: 'Give the time',
    success: 'The exam is extended',
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
        <p>What you type is added, or taken with a minus. What is passed stays passed.</p>
        <NumberInput source="points" label="Points to add" min={-1000} max={1000} helperText={false} />
        <ReasonInput helperText="The candidate reads it." />
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
      empty: 'Type the points, and what they make of the result stands here.',
    },
    isReady: ({ points }) => !!points,
    submit: 'Correct them',
    success: 'The points are corrected, and the candidate is told',
  }),
  // Permanently, without a replacement.
  action({
    name: 'void',
    operation: 'voidExam',
    label: 'Void…',
    title: 'Void the attempt',
    body: 'For a refund, or our fault where nothing is to be sat again: its date and environment end, it is not graded, and no other attempt takes its place. This cannot be undone. No money moves here: refund the order apart.',
    input: correctionOf,
    reason: { helperText: 'The candidate reads it.' },
    submit: 'Void it',
    cancel: 'Leave it',
    color: 'error',
    success: 'The attempt is void, and its candidate is told',
  }),
]

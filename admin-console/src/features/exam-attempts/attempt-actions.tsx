import type { UserAttempt } from '@flagyard/api-types'
import { NumberInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionButton } from '../../crud/actions.tsx'
import { useDryRun } from '../../crud/calls.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { countOf, formatMinutes, formatMoment } from '../../lib/format.ts'
import { changeOf } from './attempt-words.ts'
import { Preview } from './Preview.tsx'

const words = {
  postpone: {
    call: 'postponeExam',
    label: 'Postpone…',
    title: 'Take the exam back for our fault',
    consequence:
      'The environment ends and the hour is free for others. The attempt is not counted, it can be booked anew with its whole time, and flags that were solved stay solved. The candidate is told by mail.',
    submitLabel: 'Postpone the exam',
    done: 'The exam is postponed, and its candidate is told',
  },
  restore: {
    call: 'restoreExam',
    label: 'Give it back…',
    title: 'Give the attempt back for our fault',
    consequence:
      'The attempt is there again and can be booked anew with its whole time. Flags that were solved stay solved. The candidate is told by mail.',
    submitLabel: 'Give it back',
    done: 'The attempt is back, and its candidate is told',
  },
} as const

/** Postpones or restores an attempt that failed through our fault, so that it can be booked and taken again. */
export function CorrectionButton({ username, attempt }: { username: string; attempt: UserAttempt }) {
  const action = (['postpone', 'restore'] as const).find((one) => attempt.allowed.includes(one))
  if (!action) return null
  const { call, label, title, consequence, submitLabel, done } = words[action]
  return (
    <ActionButton
      operation={call}
      label={label}
      title={title}
      call={(provider, { reason }: { reason: string }) =>
        provider.call(call, { username, id: attempt.id, attemptCorrection: { version: attempt.version, reason } })
      }
      successMessage={done}
      defaultValues={{ reason: '' }}
      submitLabel={submitLabel}
      cancelLabel="Leave it"
      color={action === 'postpone' ? 'error' : 'primary'}
    >
      <p>{consequence}</p>
      <ReasonInput helperText="The candidate reads it." />
    </ActionButton>
  )
}

interface Extension {
  minutes: number | null
  reason: string
}

/** Extends a running exam, with a preview of the new end. */
export function ExtendButton({ username, attempt }: { username: string; attempt: UserAttempt }) {
  if (!attempt.allowed.includes('extend')) return null
  const names = { exam_id: attempt.exam, user_id: username }
  return (
    <ActionButton
      operation="extendExam"
      label="Extend…"
      title="Give more time"
      call={(provider, { minutes, reason }: Extension) =>
        provider.call('extendExam', { ...names, extendExamEdit: { minutes: minutes ?? 0, reason } })
      }
      successMessage="The exam is extended"
      defaultValues={{ minutes: null, reason: '' }}
      isReady={({ minutes }) => !!minutes}
      submitLabel="Give the time"
    >
      <p>
        Up to {formatMinutes(attempt.extension_minutes_left)} can be given: the account is booked for so long, and for
        others afterwards.
      </p>
      <NumberInput source="minutes" label="Minutes" min={1} max={attempt.extension_minutes_left} helperText={false} />
      <ReasonInput helperText="The candidate reads it in the ledger." />
      <NewEnd names={names} />
    </ActionButton>
  )
}

function NewEnd({ names }: { names: { exam_id: string; user_id: string } }) {
  const { minutes } = useWatch() as Partial<Extension>
  const extendExamEdit = { minutes: minutes ?? 0, reason: '', dry_run: true }
  const answer = useDryRun('extendExam', { ...names, extendExamEdit }, !!minutes)
  const { data } = answer
  return (
    <Preview answer={answer} empty="Type the minutes, and the new end stands here.">
      {data && (
        <>
          {data.ends_at && data.ends_at_before
            ? `The end moves from ${formatMoment(data.ends_at_before)} to ${formatMoment(data.ends_at)}.`
            : `The clock stands. When it goes on, ${formatMinutes(Math.floor(data.seconds_left / 60))} are left.`}{' '}
          Afterwards {formatMinutes(data.minutes_left)} more can be given.
        </>
      )}
    </Preview>
  )
}

interface Correction {
  points: number | null
  reason: string
}

/** Corrects points manually, after a preview of the result. The correction is recorded in the ledger. */
export function PointsButton({ username, attempt }: { username: string; attempt: UserAttempt }) {
  if (!attempt.allowed.includes('correct_points')) return null
  const { id, version } = attempt
  return (
    <ActionButton
      operation="correctExamPoints"
      label="Correct points…"
      size="small"
      title="Correct the points"
      call={(provider, { points, reason }: Correction) =>
        provider.call('correctExamPoints', { username, id, pointsCorrection: { version, points: points ?? 0, reason } })
      }
      successMessage="The points are corrected, and the candidate is told"
      defaultValues={{ points: null, reason: '' }}
      isReady={({ points }) => !!points}
      submitLabel="Correct them"
    >
      <p>What you type is added, or taken with a minus. What is passed stays passed.</p>
      <NumberInput source="points" label="Points to add" min={-1000} max={1000} helperText={false} />
      <ReasonInput helperText="The candidate reads it." />
      <Outcome username={username} id={id} version={version} />
    </ActionButton>
  )
}

function Outcome({ username, id, version }: { username: string; id: string; version: number }) {
  const { points } = useWatch() as Partial<Correction>
  const pointsCorrection = { version, points: points ?? 0, reason: '', dry_run: true }
  const answer = useDryRun('correctExamPoints', { username, id, pointsCorrection }, !!points)
  return (
    <Preview answer={answer} empty="Type the points, and what they make of the result stands here.">
      {answer.data && changeOf(answer.data)}
    </Preview>
  )
}

interface Props {
  username: string
  attempt: UserAttempt
}

/** Retries the build of an environment after an administrator has removed the cause of the failure. */
export function RebuildButton({ username, attempt }: Props) {
  if (!attempt.allowed.includes('rebuild')) return null
  return (
    <ActionButton
      operation="rebuildExam"
      label="Build again…"
      title="Build the environment again"
      call={(provider, { reason }: { reason: string }) =>
        provider.call('rebuildExam', { username, id: attempt.id, attemptRebuild: { version: attempt.version, reason } })
      }
      successMessage="The environment is being built"
      defaultValues={{ reason: '' }}
      isReady={({ reason }) => !!reason?.trim()}
      submitLabel="Build again"
    >
      <Forecast username={username} attempt={attempt} />
      <ReasonInput helperText="The candidate reads it in the ledger." />
    </ActionButton>
  )
}

function Forecast({ username, attempt: { id, version } }: Props) {
  const attemptRebuild = { version, reason: '', dry_run: true }
  const answer = useDryRun('rebuildExam', { username, id, attemptRebuild })
  const { data } = answer
  return (
    <Preview answer={answer} empty="Looking…">
      {data && (
        <>
          {countOf(data.failed_builds, 'build')} failed{data.last_message && `, the last one: “${data.last_message}”`}.
          A new one costs no reset.{' '}
          {data.clock_stands
            ? `The clock stands with ${formatMinutes(Math.floor(data.seconds_left / 60))} left, and goes on by rule once it runs.`
            : 'The time has not begun: the candidate loses nothing.'}
        </>
      )}
    </Preview>
  )
}

/** Voids an attempt permanently, without a replacement. */
export function VoidButton({ username, attempt }: { username: string; attempt: UserAttempt }) {
  if (!attempt.allowed.includes('void')) return null
  return (
    <ActionButton
      operation="voidExam"
      label="Void…"
      size="small"
      title="Void the attempt"
      call={(provider, { reason }: { reason: string }) =>
        provider.call('voidExam', { username, id: attempt.id, attemptCorrection: { version: attempt.version, reason } })
      }
      successMessage="The attempt is void, and its candidate is told"
      defaultValues={{ reason: '' }}
      submitLabel="Void it"
      cancelLabel="Leave it"
      color="error"
    >
      <p>
        For a refund, or our fault where nothing is to be sat again: its date and environment end, it is not graded, and
        no other attempt takes its place. This cannot be undone. No money moves here: refund the order apart.
      </p>
      <ReasonInput helperText="The candidate reads it." />
    </ActionButton>
  )
}

import type { UserAttempt } from '@flagyard/api-types'
import { NumberInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionButton } from '../../crud/actions.tsx'
import { useDryRun } from '../../crud/calls.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { formatMinutes, formatMoment } from '../../lib/format.ts'
import { Preview } from './Preview.tsx'

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

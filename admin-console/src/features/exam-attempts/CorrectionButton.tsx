import type { UserAttempt } from '@flagyard/api-types'
import { ActionButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'

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

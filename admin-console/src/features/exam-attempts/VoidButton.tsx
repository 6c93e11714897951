import type { UserAttempt } from '@flagyard/api-types'
import { ActionButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'

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
        provider.call('voidExam', {
          username,
          id: attempt.id,
          attemptCorrection: { version: attempt.version, reason },
        })
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

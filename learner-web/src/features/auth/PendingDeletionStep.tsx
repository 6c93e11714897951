import { Button } from '@flagyard/ui/Button'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { useAction } from '../../lib/useAction.ts'
import { toasts } from '../../shell/toasts.ts'
import { AuthCard } from './AuthCard.tsx'

/** Response to a sign-in to an account with a pending deletion. */
export interface PendingDeletion {
  token: string
  due_at: string
}

/** Offers to cancel the deletion, after a sign-in has proved the ownership of the account. */
export function PendingDeletionStep({ deletion, onBack }: { deletion: PendingDeletion; onBack: () => void }) {
  const { run, isPending, error } = useAction()
  const container = useRef<HTMLDivElement>(null)
  // Moves the focus, because this step replaces a form that had it.
  useEffect(() => container.current?.querySelector('button')?.focus(), [])
  const cancelDeletion = () =>
    run(async () => {
      const { message } = await api.undoDeletion({ undoDeletionPayload: { token: deletion.token } })
      toasts.show({ type: 'success', content: message })
      onBack()
    })
  return (
    <AuthCard title="Your account is closed" error={error}>
      <div className="stack" ref={container}>
        <p>
          It will be erased on <strong>{formatDateTime(deletion.due_at)}</strong>, as requested. Until then you can keep
          it, with everything in it.
        </p>
        <div className="row">
          <Button variant="primary" busy={isPending} onClick={cancelDeletion}>
            Keep my account
          </Button>
          <Button variant="quiet" disabled={isPending} onClick={onBack}>
            Leave it closed
          </Button>
        </div>
      </div>
    </AuthCard>
  )
}

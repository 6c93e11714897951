import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { toasts } from '../../shell/toasts.ts'
import { AuthCard } from '../auth/AuthCard.tsx'

/** What a sign-in to an account that waits for its deletion was answered. */
export interface PendingDeletion {
  token: string
  due_at: string
}

/** Offers the way back, to whoever has just shown that the account is theirs. */
export function PendingDeletionStep({ deletion, onBack }: { deletion: PendingDeletion; onBack: () => void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const container = useRef<HTMLDivElement>(null)
  // The form before is gone: whoever types or listens goes on here.
  useEffect(() => container.current?.querySelector('button')?.focus(), [])
  const cancelDeletion = async () => {
    setBusy(true)
    try {
      const { message } = await api.undoDeletion({ undoDeletionPayload: { token: deletion.token } })
      toasts.show({ type: 'success', content: message })
      onBack()
    } catch (error) {
      setProblem(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <AuthCard title="Your account is closed" error={problem}>
      <div className="stack" ref={container}>
        <p>
          It will be erased on <strong>{formatDateTime(deletion.due_at)}</strong>, as it was asked for. Until then you
          can keep it, with everything in it.
        </p>
        <div className="row">
          <Button variant="primary" busy={busy} onClick={cancelDeletion}>
            Keep my account
          </Button>
          <Button variant="quiet" disabled={busy} onClick={onBack}>
            Let it go
          </Button>
        </div>
      </div>
    </AuthCard>
  )
}

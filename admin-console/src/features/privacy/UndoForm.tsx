import type { UserRecord } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { formatMoment } from '../../lib/format.ts'
import { useSubmitCall } from '../../lib/useSubmitCall.ts'

export function UndoForm({ user: { username, deletion_due_at }, onDone }: { user: UserRecord; onDone: () => void }) {
  const { submit, busy, fault } = useSubmitCall(`${username} stays`, (provider, reason: string) =>
    provider.call('undoUserDeletion', { username, undoUserDeletionPayload: { reason } }),
  )
  return (
    <Form
      name="undo-deletion"
      onSubmit={async (values) => {
        if (await submit(String(values.get('reason')))) onDone()
      }}
    >
      <p>
        {deletion_due_at && `It would be erased on ${formatMoment(deletion_due_at)}. `}The account opens again with
        everything in it, and its owner is told by mail.
      </p>
      <TextField label="Reason" name="reason" required maxLength={500} error={fault('reason')} />
      <div className="row">
        <Button type="submit" variant="primary" busy={busy}>
          Keep the account
        </Button>
        <Button onClick={onDone}>Leave it closed</Button>
      </div>
    </Form>
  )
}

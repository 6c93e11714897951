import type { UserRecord } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Suspense, useState } from 'react'
import { ActionButton, OperationButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { formatMoment } from '../../lib/format.ts'

const DeleteDialog = lazyScreen(() => import('./DeleteDialog.tsx'))

/** Schedules the privacy deletion of an account, or cancels it while it is pending. */
export function DeletionButton({ user }: { user: UserRecord }) {
  const [open, setOpen] = useState(false)
  if (user.allowed.includes('undo_deletion')) return <UndoButton user={user} />
  if (!user.allowed.includes('delete')) return null
  return (
    <>
      <OperationButton operation="deleteUser" color="error" onClick={() => setOpen(true)}>
        Delete…
      </OperationButton>
      {open && (
        <Suspense>
          <DeleteDialog user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const UndoButton = ({ user: { username, deletion_due_at } }: { user: UserRecord }) => (
  <ActionButton
    operation="undoUserDeletion"
    label="Undo deletion…"
    title={`Keep ${username}`}
    call={(provider, undoUserDeletionPayload: { reason: string }) =>
      provider.call('undoUserDeletion', { username, undoUserDeletionPayload })
    }
    successMessage={`${username} stays`}
    submitLabel="Keep the account"
    cancelLabel="Leave it closed"
  >
    <p>
      {deletion_due_at && `It would be erased on ${formatMoment(deletion_due_at)}. `}The account opens again with
      everything in it, and its owner is told by mail.
    </p>
    <ReasonInput />
  </ActionButton>
)

import type { UserRecord } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { actionsOn } from '../../crud/actions/action-table.tsx'
import { formatMoment } from '../../lib/format.ts'

const action = actionsOn<UserRecord>()

/** Schedules the privacy deletion of an account, or cancels it while it is pending. */
export const deletionActions = [
  action({
    name: 'undo_deletion',
    operation: 'undoUserDeletion',
    label: 'Undo deletion…',
    title: ({ username }) => `Keep ${username}`,
    body: ({ deletion_due_at }) => (
      <p>
        {deletion_due_at && `The account is due to be erased on ${formatMoment(deletion_due_at)}. `}Restores the account
        with all its data. The owner is notified by e-mail.
      </p>
    ),
    input: ({ username }, { reason }) => ({ username, undoUserDeletionPayload: { reason } }),
    reason: true,
    submit: 'Undo deletion',
    success: ({ username }) => `Deletion of ${username} undone`,
  }),
  action({
    name: 'delete',
    operation: 'deleteUser',
    label: 'Delete…',
    color: 'error',
    Dialog: lazyScreen(() => import('./DeleteDialog.tsx')),
  }),
]

import type { EntitlementAction } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { type RecordAction, type RecordDialogProps, RecordMenu } from '../../crud/RecordActions.tsx'
import type { Access } from './access.ts'

const AccessDialog = lazyScreen(() => import('./AccessDialog.tsx'))

const dialogOf =
  (action: EntitlementAction) =>
  ({ record, onClose }: RecordDialogProps<Access>) => <AccessDialog row={record} action={action} onClose={onClose} />

const actions: readonly RecordAction<Access>[] = (
  [
    ['extend', 'extendEntitlement', 'Extend…'],
    ['suspend', 'suspendEntitlement', 'Suspend…'],
    ['resume', 'resumeEntitlement', 'Resume…'],
    ['restore', 'restoreEntitlement', 'Undo the revocation…'],
    ['move', 'moveEntitlement', 'Move to another account…'],
    ['revoke', 'revokeEntitlement', 'Revoke…'],
  ] as const
).map(([name, operation, label]) => ({ name, operation, label, Dialog: dialogOf(name) }))

export const AccessMenu = ({ row, none = '—' }: { row: Access; none?: string | null }) => (
  <RecordMenu
    record={row}
    actions={actions}
    about={`Change access of ${row.username} to ${row.title}`}
    none={none}
    preload={AccessDialog.preload}
  />
)

import type { EntitlementAction } from '@flagyard/api-types'
import type { ComponentType } from 'react'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import type { AccessDialogProps } from './access.ts'
import { ExtendDialog } from './ExtendDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { Reason } from './Reason.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { SuspendDialog } from './SuspendDialog.tsx'

/** The question that belongs to an action. */
export default function AccessDialog({ action, ...props }: AccessDialogProps & { action: EntitlementAction }) {
  const Question = questions[action]
  return <Question {...props} />
}

const ResumeDialog = ({ row: { id, title, version }, onClose }: AccessDialogProps) => (
  <ActionDialog
    title={`Resume “${title}”`}
    onClose={onClose}
    call={(provider, { reason }: { reason: string }) =>
      provider.call('resumeEntitlement', { id, entitlementChange: { version, reason } })
    }
    successMessage="It is open again, and the learner is told"
    defaultValues={{ reason: '' }}
    submitLabel="Resume it"
  >
    <p>It opens again at once, with everything that was done in it.</p>
    <Reason />
  </ActionDialog>
)

const RestoreDialog = ({ row: { id, title, version }, onClose }: AccessDialogProps) => (
  <ActionDialog
    title={`Give “${title}” back`}
    onClose={onClose}
    call={(provider, { reason }: { reason: string }) =>
      provider.call('restoreEntitlement', { id, entitlementChange: { version, reason } })
    }
    successMessage="The access is back, and the learner is told"
    defaultValues={{ reason: '' }}
    submitLabel="Give it back"
  >
    <p>The access is as it was before. Labs that ended and dates that were taken back do not come back with it.</p>
    <Reason />
  </ActionDialog>
)

const questions: Record<EntitlementAction, ComponentType<AccessDialogProps>> = {
  extend: ExtendDialog,
  suspend: SuspendDialog,
  resume: ResumeDialog,
  restore: RestoreDialog,
  move: MoveDialog,
  revoke: RevokeDialog,
}

import type { EntitlementAction } from '@flagyard/api-types'
import type { ComponentType } from 'react'
import type { AccessDialogProps } from './access.ts'
import { ExtendDialog } from './ExtendDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { ResumeDialog } from './ResumeDialog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { SuspendDialog } from './SuspendDialog.tsx'

export default function AccessDialog({ action, ...props }: AccessDialogProps & { action: EntitlementAction }) {
  const Question = questions[action]
  return <Question {...props} />
}

const questions: Record<EntitlementAction, ComponentType<AccessDialogProps>> = {
  extend: ExtendDialog,
  suspend: SuspendDialog,
  resume: ResumeDialog,
  restore: RestoreDialog,
  move: MoveDialog,
  revoke: RevokeDialog,
}

import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { useDryRun } from '../../crud/useDryRun.ts'
import { useSeen } from '../../crud/useSeen.ts'
import type { AccessDialogProps } from './access.ts'
import { OpensAgain } from './OpensAgain.tsx'
import { Reason } from './Reason.tsx'

export function ResumeDialog({ row: { id, title, version }, onClose }: AccessDialogProps) {
  const { refusals, watched } = useSeen()
  return (
    <ActionDialog
      title={`Resume “${title}”`}
      onClose={onClose}
      call={(provider, { reason, preview }: { reason: string; preview: string }) =>
        watched(provider.call('resumeEntitlement', { id, entitlementChange: { version, reason, preview } }))
      }
      successMessage="It is resumed, and the learner is told"
      defaultValues={{ reason: '', preview: '' }}
      isReady={({ preview }) => !!preview}
      submitLabel="Resume it"
    >
      <p>It opens again at once, with everything that was done in it.</p>
      <Shown key={refusals} id={id} version={version} />
      <Reason />
    </ActionDialog>
  )
}

const Shown = ({ id, version }: { id: string; version: number }) => (
  <OpensAgain answer={useDryRun('resumeEntitlement', { id, entitlementChange: { version, dry_run: true } })} />
)

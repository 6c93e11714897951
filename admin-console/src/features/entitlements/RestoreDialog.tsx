import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { useDryRun } from '../../crud/useDryRun.ts'
import { useSeen } from '../../crud/useSeen.ts'
import type { AccessDialogProps } from './access.ts'
import { OpensAgain } from './OpensAgain.tsx'
import { Reason } from './Reason.tsx'

export function RestoreDialog({ row: { id, title, version }, onClose }: AccessDialogProps) {
  const { refusals, watched } = useSeen()
  return (
    <ActionDialog
      title={`Give “${title}” back`}
      onClose={onClose}
      call={(provider, { reason, preview }: { reason: string; preview: string }) =>
        watched(provider.call('restoreEntitlement', { id, entitlementChange: { version, reason, preview } }))
      }
      successMessage="The access is back, and the learner is told"
      defaultValues={{ reason: '', preview: '' }}
      isReady={({ preview }) => !!preview}
      submitLabel="Give it back"
    >
      <p>The access is as it was before. Labs that ended and dates that were taken back do not come back with it.</p>
      <Shown key={refusals} id={id} version={version} />
      <Reason />
    </ActionDialog>
  )
}

const Shown = ({ id, version }: { id: string; version: number }) => (
  <OpensAgain answer={useDryRun('restoreEntitlement', { id, entitlementChange: { version, dry_run: true } })} />
)

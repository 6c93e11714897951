import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { useDryRun } from '../../crud/useDryRun.ts'
import { useSeen } from '../../crud/useSeen.ts'
import type { AccessDialogProps } from './access.ts'
import { Forecast } from './Forecast.tsx'
import { Reason } from './Reason.tsx'

export function SuspendDialog({ row: { id, title, version }, onClose }: AccessDialogProps) {
  const { refusals, watched } = useSeen()
  return (
    <ActionDialog
      title={`Suspend “${title}”`}
      onClose={onClose}
      call={(provider, { reason, preview }: { reason: string; preview: string }) =>
        watched(provider.call('suspendEntitlement', { id, entitlementChange: { version, reason, preview } }))
      }
      successMessage="It is suspended, and the learner is told"
      defaultValues={{ reason: '', preview: '' }}
      isReady={({ preview }) => !!preview}
      submitLabel="Suspend it"
      cancelLabel="Leave it open"
      color="error"
    >
      <p>It closes at once, until it is resumed. What runs is left to run out, and nothing that was done is lost.</p>
      <Shown key={refusals} id={id} version={version} />
      <Reason />
    </ActionDialog>
  )
}

function Shown({ id, version }: { id: string; version: number }) {
  return <Forecast answer={useDryRun('suspendEntitlement', { id, entitlementChange: { version, dry_run: true } })} />
}

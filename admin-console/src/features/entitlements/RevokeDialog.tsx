import { BooleanInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { useDryRun } from '../../crud/useDryRun.ts'
import { useSeen } from '../../crud/useSeen.ts'
import type { AccessDialogProps } from './access.ts'
import { Forecast } from './Forecast.tsx'
import { Reason } from './Reason.tsx'

interface Answers {
  reason: string
  preview: string
  end_running: boolean
}

export function RevokeDialog({ row: { id, title, version }, onClose }: AccessDialogProps) {
  const { refusals, watched } = useSeen()
  return (
    <ActionDialog
      title={`Revoke “${title}”`}
      onClose={onClose}
      call={(provider, answers: Answers) =>
        watched(provider.call('revokeEntitlement', { id, entitlementRevocation: { version, ...answers } }))
      }
      successMessage="It is revoked, and the learner is told. For ten minutes it can be undone here."
      defaultValues={{ reason: '', preview: '', end_running: true }}
      isReady={({ preview }) => !!preview}
      submitLabel="Revoke it"
      cancelLabel="Leave it open"
      color="error"
    >
      <p>It closes at once. Progress and certificates stay with the account, and open again if it is granted anew.</p>
      <Shown key={refusals} id={id} version={version} />
      <Reason />
    </ActionDialog>
  )
}

function Shown({ id, version }: { id: string; version: number }) {
  const { end_running } = useWatch() as Partial<Answers>
  const entitlementRevocation = { version, end_running: end_running !== false, dry_run: true }
  const answer = useDryRun('revokeEntitlement', { id, entitlementRevocation })
  const ends = answer.data?.items.some(({ fate }) => fate === 'ends')
  return (
    <>
      <Forecast answer={answer} />
      {(ends || end_running === false) && (
        <BooleanInput
          source="end_running"
          label="End what runs and take back what is booked"
          helperText="Otherwise it runs to its end."
        />
      )}
    </>
  )
}

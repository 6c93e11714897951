import type { VoucherRow } from '@flagyard/api-types'
import { BooleanInput } from 'react-admin'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { ReasonInput } from '../../crud/ReasonInput.tsx'
import type { RecordDialogProps } from '../../crud/RecordActions.tsx'

/** Replaces the code of a voucher, for codes that were exposed. */
export function RenewDialog({ record: { id, version, recipient }, onClose }: RecordDialogProps<VoucherRow>) {
  return (
    <ActionDialog
      title="Give the voucher a new code"
      onClose={onClose}
      call={(provider, { reason, send }: { reason: string; send: boolean }) =>
        provider.call('renewVoucher', {
          voucher_id: id,
          voucherRenewal: { version, reason, send: !!recipient && send },
        })
      }
      successMessage="The voucher has a new code"
      defaultValues={{ reason: '', send: true }}
      isReady={({ reason }) => !!reason?.trim()}
      submitLabel="Give it a new code"
    >
      <p>The old code opens nothing from then on. Who used it already keeps what it opened.</p>
      {recipient && <BooleanInput source="send" label={`Mail the new code to ${recipient}`} helperText={false} />}
      <ReasonInput />
    </ActionDialog>
  )
}

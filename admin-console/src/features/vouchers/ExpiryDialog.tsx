import type { VoucherRow } from '@flagyard/api-types'
import { DateInput } from 'react-admin'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { ReasonInput } from '../../crud/ReasonInput.tsx'
import type { RecordDialogProps } from '../../crud/RecordActions.tsx'
import { endOfDay } from './endOfDay.ts'

export function ExpiryDialog({ record: { id, version, expires_at }, onClose }: RecordDialogProps<VoucherRow>) {
  return (
    <ActionDialog
      title="Change until when it can be used"
      onClose={onClose}
      call={(provider, { until, reason }: { until: string | null; reason: string }) =>
        provider.call('updateVoucher', {
          voucher_id: id,
          voucherExpiry: { version, expires_at: endOfDay(until), reason },
        })
      }
      successMessage="The date is changed"
      defaultValues={{ until: expires_at?.slice(0, 10) ?? '', reason: '' }}
      isReady={({ reason }) => !!reason?.trim()}
      submitLabel="Change it"
    >
      <DateInput
        source="until"
        label="Can be used until"
        helperText="The end of that day, in UTC. Empty: no end."
        parse={(typed: string) => typed}
        fullWidth
      />
      <ReasonInput />
    </ActionDialog>
  )
}

import type { VoucherPage } from '@flagyard/api-types'
import { BooleanInput } from 'react-admin'
import { ActionButton } from '../../crud/ActionButton.tsx'
import { ReasonInput } from '../../crud/ReasonInput.tsx'

/** Gives a voucher a new code, because the old one was seen by others. */
export function RenewButton({ voucher: { id, version, recipient, allowed } }: { voucher: VoucherPage }) {
  if (!allowed.includes('renew')) return null
  return (
    <ActionButton
      operation="renewVoucher"
      label="New code…"
      title="Give the voucher a new code"
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
    </ActionButton>
  )
}

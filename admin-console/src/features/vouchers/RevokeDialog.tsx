import type { VoucherRevocationPreview, VoucherRow } from '@flagyard/api-types'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { ReasonInput } from '../../crud/ReasonInput.tsx'
import type { RecordDialogProps } from '../../crud/RecordActions.tsx'
import { useCall } from '../../crud/useCall.ts'
import { countOf } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { RunningInput } from './RunningInput.tsx'

interface Answers {
  reason: string
  running?: 'end' | 'run_out'
}

/** Revokes a voucher, after a preview of the effects. */
export function RevokeDialog({ record: { id, version }, onClose }: RecordDialogProps<VoucherRow>) {
  const { data, error } = useCall('previewVoucherRevocation', { voucher_id: id }, { staleTime: 0 })
  const asks = data !== undefined && data.running.length > 0
  return (
    <ActionDialog
      title="Revoke the voucher"
      onClose={onClose}
      call={(provider, { reason, running }: Answers) =>
        provider.call('revokeVoucher', {
          voucher_id: id,
          voucherRevocation: { version, reason, ...(asks && running && { running }) },
        })
      }
      successMessage="The voucher is revoked"
      defaultValues={{ reason: '' }}
      isReady={({ reason, running }) => data !== undefined && !!reason?.trim() && (!asks || !!running)}
      submitLabel="Revoke it"
      cancelLabel="Leave it"
      color="error"
    >
      {data ? <Forecast preview={data} /> : <p role="status">{error ? sentenceOf(error) : 'Looking up what ends…'}</p>}
      {asks && <RunningInput />}
      <ReasonInput helperText="Those who lose access read it. No money moves here: refund the order apart." />
    </ActionDialog>
  )
}

const Forecast = ({ preview: { unused, losing, losing_total, running } }: { preview: VoucherRevocationPreview }) => (
  <ul role="status">
    {unused > 0 && <li>{countOf(unused, 'unused use')} of its code will open nothing more.</li>}
    {losing.map(({ username, finished, keeps_access }) => (
      <li key={username}>
        {keeps_access
          ? `${username} keeps access, through another right.`
          : finished
            ? `${username} loses access. What they finished, and its certificate, stays.`
            : `${username} loses access.`}
      </li>
    ))}
    {losing_total > losing.length && <li>And {losing_total - losing.length} more lose access.</li>}
    {running.map(({ kind, username, title, state }) => (
      <li key={`${kind} ${username} ${title}`}>
        {username}: the {kind} {title} is {words[state] ?? state}.
      </li>
    ))}
    {unused === 0 && losing_total === 0 && <li>Nobody loses anything.</li>}
  </ul>
)

const words: Readonly<Record<string, string>> = {
  queued: 'in the queue',
  held: 'held for them',
  provisioning: 'being built',
  running: 'running',
  scheduled: 'booked',
  preparing: 'being prepared',
  active: 'being sat now',
}

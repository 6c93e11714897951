import type { VoucherRevocationPreview, VoucherRow } from '@flagyard/api-types'
import { BooleanInput, RadioButtonGroupInput } from 'react-admin'
import { ActionDialog } from '../../crud/actions/ActionDialog.tsx'
import type { RecordDialogProps } from '../../crud/actions/action-spec.ts'
import { actionsOn, hasReason } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { DayInput, ReasonInput, Text } from '../../crud/inputs.tsx'
import { countOf } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { endOfDay } from './batch-fields.ts'

const action = actionsOn<VoucherRow>()

/** Actions on a voucher, for its page and all lists. */
export const voucherActions = [
  action({
    name: 'change_expiry',
    operation: 'updateVoucher',
    label: 'Change expiry…',
    title: 'Change expiry date',
    body: (
      <DayInput
        source="until"
        label="Expiry date"
        helperText="Expires at the end of that day, UTC. Leave empty for no expiry."
        fullWidth
      />
    ),
    defaults: ({ expires_at }) => ({ until: expires_at?.slice(0, 10) ?? '' }),
    input: ({ id, version }, { until, reason }) => ({
      voucher_id: id,
      voucherExpiry: { version, expires_at: endOfDay(until), reason },
    }),
    reason: true,
    isReady: hasReason,
    submit: 'Change expiry',
    success: 'Expiry date changed',
  }),
  // By e-mail, to its recipient again or to another one.
  action({
    name: 'send',
    operation: 'sendVoucher',
    label: 'Send…',
    title: 'Send voucher',
    body: ({ used }) => (
      <>
        <p>
          {used > 0
            ? 'The voucher is partly used, so you can only send it to the same recipient again.'
            : 'If you enter another address, the voucher gets a new code and the old one stops working.'}
        </p>
        <Text source="email" label="E-mail address" type="email" maxLength={254} />
      </>
    ),
    defaults: ({ recipient }) => ({ email: recipient ?? '' }),
    input: ({ id, version }, { email }) => ({ voucher_id: id, voucherSending: { version, email: email.trim() } }),
    isReady: ({ email }) => !!email?.trim(),
    submit: 'Send voucher',
    success: (_, { message }) => message,
    once: true,
  }),
  // Replaces a code that was exposed.
  action({
    name: 'renew',
    operation: 'renewVoucher',
    label: 'New code…',
    title: 'Replace voucher code',
    body: ({ recipient }) => (
      <>
        <p>The old code stops working. People who already used it keep their access.</p>
        {recipient && <BooleanInput source="send" label={`Send the new code to ${recipient}`} helperText={false} />}
      </>
    ),
    defaults: { send: true },
    input: ({ id, version, recipient }, { reason, send }) => ({
      voucher_id: id,
      voucherRenewal: { version, reason, send: !!recipient && send },
    }),
    reason: true,
    isReady: hasReason,
    submit: 'Replace code',
    success: 'Voucher code replaced',
  }),
  action({ name: 'revoke', operation: 'revokeVoucher', label: 'Revoke…', color: 'error', Dialog: RevokeDialog }),
]

interface Answers {
  reason: string
  running?: 'end' | 'run_out'
}

/** Revokes a voucher, after a preview of the effects. */
function RevokeDialog({ record: { id, version }, onClose }: RecordDialogProps<VoucherRow>) {
  const { data, error } = useCall('previewVoucherRevocation', { voucher_id: id }, { staleTime: 0 })
  const asks = data !== undefined && data.running.length > 0
  return (
    <ActionDialog
      title="Revoke voucher"
      onClose={onClose}
      call={(provider, { reason, running }: Answers) =>
        provider.call('revokeVoucher', {
          voucher_id: id,
          voucherRevocation: { version, reason, ...(asks && running && { running }) },
        })
      }
      successMessage="Voucher revoked"
      defaultValues={{ reason: '' }}
      isReady={({ reason, running }) => data !== undefined && !!reason?.trim() && (!asks || !!running)}
      submitLabel="Revoke voucher"
      color="error"
    >
      {data ? <Forecast preview={data} /> : <p role="status">{error ? sentenceOf(error) : 'Loading the preview…'}</p>}
      {asks && <RunningInput />}
      <ReasonInput helperText="Learners who lose access can read it. No money is refunded: refund the order separately." />
    </ActionDialog>
  )
}

const Forecast = ({ preview: { unused, losing, losing_total, running } }: { preview: VoucherRevocationPreview }) => (
  <ul role="status">
    {unused > 0 && <li>{countOf(unused, 'unused use')} of the code will be cancelled.</li>}
    {losing.map(({ username, finished, keeps_access }) => (
      <li key={username}>
        {keeps_access
          ? `${username} keeps access through another entitlement.`
          : finished
            ? `${username} loses access. Completed work and its certificate remain.`
            : `${username} loses access.`}
      </li>
    ))}
    {losing_total > losing.length && <li>{losing_total - losing.length} more learners lose access.</li>}
    {running.map(({ kind, username, title, state }) => (
      <li key={`${kind} ${username} ${title}`}>
        {username}: the {kind} {title} is {words[state] ?? state}.
      </li>
    ))}
    {unused === 0 && losing_total === 0 && <li>No one loses access.</li>}
  </ul>
)

const words: Readonly<Record<string, string>> = {
  queued: 'in the queue',
  held: 'reserved for them',
  provisioning: 'building',
  running: 'running',
  scheduled: 'booked',
  preparing: 'preparing',
  active: 'in progress',
}

/** Chooses what happens to running labs and exams when access ends. */
export const RunningInput = () => (
  <RadioButtonGroupInput
    source="running"
    label="Running labs and exams"
    choices={[
      { id: 'end', name: 'End now: credentials stop working, bookings are cancelled' },
      { id: 'run_out', name: 'Let them finish: nothing new can be started' },
    ]}
    row={false}
    helperText={false}
  />
)

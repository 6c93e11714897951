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
    label: 'Change the date…',
    title: 'Change until when it can be used',
    body: (
      <DayInput
        source="until"
        label="Can be used until"
        helperText="The end of that day, in UTC. Empty: no end."
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
    submit: 'Change it',
    success: 'The date is changed',
  }),
  // By e-mail, to its recipient again or to another one.
  action({
    name: 'send',
    operation: 'sendVoucher',
    label: 'Send…',
    title: 'Send the voucher',
    body: ({ used }) => (
      <>
        <p>
          {used > 0
            ? 'Some of its uses are taken, so it can only be sent to its recipient again.'
            : 'To its recipient it goes with the same code. To another address it gets a new code, and the old one opens nothing more.'}
        </p>
        <Text source="email" label="E-mail address" type="email" maxLength={254} />
      </>
    ),
    defaults: ({ recipient }) => ({ email: recipient ?? '' }),
    input: ({ id, version }, { email }) => ({ voucher_id: id, voucherSending: { version, email: email.trim() } }),
    isReady: ({ email }) => !!email?.trim(),
    submit: 'Send it',
    success: (_, { message }) => message,
    once: true,
  }),
  // Replaces a code that was exposed.
  action({
    name: 'renew',
    operation: 'renewVoucher',
    label: 'New code…',
    title: 'Give the voucher a new code',
    body: ({ recipient }) => (
      <>
        <p>The old code opens nothing from then on. Who used it already keeps what it opened.</p>
        {recipient && <BooleanInput source="send" label={`Mail the new code to ${recipient}`} helperText={false} />}
      </>
    ),
    defaults: { send: true },
    input: ({ id, version, recipient }, { reason, send }) => ({
      voucher_id: id,
      voucherRenewal: { version, reason, send: !!recipient && send },
    }),
    reason: true,
    isReady: hasReason,
    submit: 'Give it a new code',
    success: 'The voucher has a new code',
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

/** Chooses what happens to running labs and exams when access ends. */
export const RunningInput = () => (
  <RadioButtonGroupInput
    source="running"
    label="What runs"
    choices={[
      { id: 'end', name: 'Ends now: credentials stop working, bookings are void' },
      { id: 'run_out', name: 'Runs out: nothing new can be started' },
    ]}
    row={false}
    helperText={false}
  />
)

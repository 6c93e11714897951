import type { AdminOrder, RefundPreview, RefundSeat } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { fromDecimal } from '@flagyard/api-types/contract/money'
import { Checkbox, FormControlLabel, Radio, RadioGroup, TextField } from '@mui/material'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ActionDialog } from '../../crud/actions/ActionDialog.tsx'
import type { RecordDialogProps } from '../../crud/actions/action-spec.ts'
import { useCall } from '../../crud/calls.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { countOf, formatMoney } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { RunningInput } from '../vouchers/actions.tsx'
import styles from './RefundDialog.module.css'

type What = 'all' | 'seats' | 'amount'
interface Answers {
  reason: string
  running?: 'end' | 'run_out'
}

/** Refunds an order, after a preview of its effect on each seat. The server calculates the amount. */
export function RefundDialog({ record: order, onClose }: RecordDialogProps<AdminOrder>) {
  const [what, choose] = useState<What>('all')
  const [seats, chooseSeats] = useState<readonly string[]>([])
  const [typed, type] = useState('')
  const [isSent, setSent] = useState(false)
  const choice = choiceOf(what, seats, typed, order.total.currency)
  const { id } = order
  const whole = useCall('previewRefund', { id, refundChoice: {} }, { staleTime: 0, enabled: !isSent })
  const { data, error } = useCall(
    'previewRefund',
    { id, refundChoice: choice ?? {} },
    { staleTime: 0, enabled: !!choice && !isSent },
  )
  const shown = choice ? data : undefined
  const asks = !!shown && shown.running.length > 0
  return (
    <ActionDialog
      title={`Refund ${order.number}`}
      onClose={onClose}
      call={(provider, { reason, running }: Answers) =>
        provider.call('refundOrder', {
          id,
          refundRequest: {
            ...choice,
            version: shown?.version ?? 0,
            preview: shown?.preview ?? '',
            reason,
            ...(asks && running && { running }),
          },
        })
      }
      successMessage="Refund started"
      successLink={{ to: `${consolePaths.order(id)}/payments`, text: 'View payments' }}
      waiting="Refunding…"
      // Synchronous, because the page refreshes before the dialog closes. The preview would otherwise run again for what was just refunded, and fail.
      onSuccess={() => flushSync(() => setSent(true))}
      defaultValues={{ reason: '' }}
      isReady={({ reason, running }) => !!shown && !!reason?.trim() && (!asks || !!running)}
      submitLabel={shown ? `Refund ${formatMoney(shown.amount)}` : 'Refund'}
      color="error"
    >
      <RadioGroup aria-label="Refund type" value={what} onChange={(_, chosen) => choose(chosen as What)}>
        <FormControlLabel value="all" control={<Radio />} label="Full remaining amount" />
        <FormControlLabel value="seats" control={<Radio />} label="Selected seats" />
        <FormControlLabel value="amount" control={<Radio />} label="Goodwill amount" />
      </RadioGroup>
      {what === 'seats' && whole.data && <Seats preview={whole.data} chosen={seats} onChange={chooseSeats} />}
      {what === 'amount' && (
        <TextField
          label={`Amount in ${order.total.currency}`}
          value={typed}
          onChange={({ target }) => type(target.value)}
          helperText={
            whole.data
              ? `Must be less than the remaining ${formatMoney(whole.data.left)}. All seats remain valid.`
              : 'All seats remain valid.'
          }
          slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 15 } }}
        />
      )}
      {shown ? (
        <Forecast preview={shown} />
      ) : (
        <p role="status">{!choice ? 'Choose what to refund.' : error ? sentenceOf(error) : 'Loading the preview…'}</p>
      )}
      {asks && <RunningInput />}
      <ReasonInput helperText="The buyer can read it." />
    </ActionDialog>
  )
}

/** Undefined while the input is incomplete. */
function choiceOf(what: What, vouchers: readonly string[], typed: string, currency: string) {
  if (what === 'all') return {}
  if (what === 'seats') return vouchers.length > 0 ? { vouchers: [...vouchers] } : undefined
  const amount = fromDecimal(typed, currency)
  return amount !== null && amount > 0 ? { amount } : undefined
}

interface SeatsProps {
  preview: RefundPreview
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

const Seats = ({ preview: { seats, seats_total }, chosen, onChange }: SeatsProps) => (
  <fieldset aria-label="Seats" className={styles.seats}>
    {seats.map((seat) => (
      <FormControlLabel
        key={seat.voucher_id}
        disabled={seat.refunded}
        control={
          <Checkbox
            size="small"
            checked={chosen.includes(seat.voucher_id)}
            onChange={(_, isChosen) =>
              onChange(isChosen ? [...chosen, seat.voucher_id] : chosen.filter((one) => one !== seat.voucher_id))
            }
          />
        }
        label={`Seat ${seat.seat} · ${seat.title} · ${holderOf(seat)} · ${seat.refunded ? 'refunded' : formatMoney(seat.amount)}`}
      />
    ))}
    {seats_total > seats.length && (
      <p>Only the first {seats.length} seats are shown. To refund others, refund the whole order.</p>
    )}
  </fieldset>
)

const holderOf = ({ username, recipient }: RefundSeat) => username ?? (recipient ? `for ${recipient}` : 'not assigned')

const Forecast = ({ preview: { seats, amount, tax, running } }: { preview: RefundPreview }) => {
  const chosen = seats.filter((seat) => seat.chosen)
  const codes = chosen.filter(({ fate }) => fate === 'code_ends').length
  return (
    <div role="status">
      <ul>
        <li>
          {formatMoney(amount)} will be refunded{tax.amount > 0 && `, including ${formatMoney(tax)} tax`}.
        </li>
        {codes > 0 && (
          <li>
            {countOf(codes, 'unused code')} {codes === 1 ? 'stops' : 'stop'} working.
          </li>
        )}
        {chosen.filter(isUsed).map(({ voucher_id, username, title, fate }) => (
          <li key={voucher_id}>
            {username} {fates[fate]} {title}
            {fate === 'finished' && '. Completed work and its certificate remain'}.
          </li>
        ))}
        {running.map(({ kind, username, title }) => (
          <li key={`${kind} ${username} ${title}`}>
            {username}: the {kind} {title} {kind === 'lab' ? 'is deployed' : 'is booked'}.
          </li>
        ))}
        {chosen.length === 0 && <li>All seats remain valid.</li>}
      </ul>
    </div>
  )
}

const isUsed = ({ fate }: RefundSeat) => fate !== 'code_ends' && fate !== 'nothing'

const fates: Record<RefundSeat['fate'], string> = {
  code_ends: '',
  nothing: '',
  access_ends: 'loses access to',
  finished: 'loses access to',
  keeps_access: 'keeps access, through another entitlement, to',
}

import type { OrderSeat, OrderSeats, SeatReport } from '@flagyard/api-types'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form, FormProblem, SubmitButton, TextField } from '@flagyard/ui/Form'
import { countOf } from '@flagyard/ui/format'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { showSuccess } from '../../shell/toasts.ts'
import { AddressField } from '../orders/AddressField.tsx'
import { readAddresses } from '../orders/read-addresses.ts'
import { refetchSeats } from './useSeats.ts'

interface Props {
  order: OrderSeats
  free: number
  onClose: () => void
}

export function AssignSeats({ order: { order_id: id, gift }, free, onClose }: Props) {
  const [text, setText] = useState('')
  const [report, setReport] = useState<SeatReport | null>(null)
  const [missing, setMissing] = useState<string>()
  const submission = useSubmit(async () => {
    const recipients = readAddresses(text).map(({ email }) => email)
    if (recipients.length === 0) return setMissing('Enter at least one address')
    const isChecked = report !== null && report.given > 0
    const answer = await api.assignSeats({ id, seatAssignments: { recipients, dry_run: !isChecked } })
    setReport(answer)
    if (!isChecked || answer.given === 0) return
    showSuccess(`${countOf(answer.given, 'seat')} assigned.`)
    await refetchSeats(id)
    onClose()
  })
  const change = (typed: string) => {
    setText(typed)
    setReport(null)
    setMissing(undefined)
  }
  return (
    <Form name="assign-seats" submission={submission}>
      <p>
        {countOf(free, 'seat')} {free === 1 ? 'is' : 'are'} free. Each address gets one,{' '}
        {gift?.waits ? 'and an e-mail on the date of the gift.' : 'and an e-mail with its code.'}
      </p>
      <FormProblem>{submission.error}</FormProblem>
      <AddressField
        label="E-mail addresses"
        required
        value={text}
        onChange={change}
        hint="One per line, or separated by commas."
        error={missing}
        {...(report && { rows: report.rows })}
      />
      {report && report.given > 0 && (
        <p role="status">
          {countOf(report.given, 'seat')} will be assigned; {report.free} will stay free.
        </p>
      )}
      <SubmitButton>
        {report && report.given > 0 ? `Assign ${countOf(report.given, 'seat')}` : 'Check the addresses'}
      </SubmitButton>
    </Form>
  )
}

interface AssignSeatProps {
  orderId: string
  /** True if it is part of a gift whose date is in the future. */
  waits: boolean
  /** Null if the dialog is closed. */
  seat: Pick<OrderSeat, 'seat' | 'version' | 'recipient'> | null
  onClose: () => void
}

export function AssignSeat({ seat, ...props }: AssignSeatProps) {
  return (
    <Dialog open={seat !== null} title={`Seat ${seat?.seat ?? ''}`} onClose={props.onClose}>
      {seat && <AssignSeatForm key={seat.seat} seat={seat} {...props} />}
    </Dialog>
  )
}

type AssignSeatFormProps = AssignSeatProps & { seat: NonNullable<AssignSeatProps['seat']> }

function AssignSeatForm({ orderId: id, waits, seat, onClose }: AssignSeatFormProps) {
  const submission = useSubmit(async (values) => {
    const email = String(values.get('email')).trim()
    try {
      const seatAssignment = { version: seat.version, email }
      const { message } = await api.assignSeat({ id, seat: String(seat.seat), seatAssignment })
      showSuccess(message)
      onClose()
    } finally {
      await refetchSeats(id)
    }
  })
  return (
    <Form name="assign-seat" submission={submission}>
      <p>
        {waits ? 'The e-mail is sent on the date of the gift.' : 'We will e-mail them a code.'}{' '}
        {seat.recipient !== null && 'The seat gets a new code, and the old one stops working.'}
      </p>
      <FormProblem>{submission.error}</FormProblem>
      <div data-sentry-block>
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          required
          autoComplete="off"
          defaultValue={seat.recipient ?? ''}
        />
      </div>
      <SubmitButton>Assign the seat</SubmitButton>
    </Form>
  )
}

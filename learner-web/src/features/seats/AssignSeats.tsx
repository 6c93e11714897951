import type { OrderSeat, OrderSeats, SeatReport } from '@flagyard/api-types'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form, FormProblem, SubmitButton, TextField } from '@flagyard/ui/Form'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/seats.ts'
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
    if (recipients.length === 0) return setMissing(t.enterAtLeastOneAddress)
    const isChecked = report !== null && report.given > 0
    const answer = await api.assignSeats({ id, seatAssignments: { recipients, dry_run: !isChecked } })
    setReport(answer)
    if (!isChecked || answer.given === 0) return
    showSuccess(t.assigned({ given: answer.given }))
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
      <p>{t.assignIntro({ free, when: gift?.waits ? 'later' : 'now' })}</p>
      <FormProblem>{submission.error}</FormProblem>
      <AddressField
        label={t.emailAddresses}
        required
        value={text}
        onChange={change}
        hint={t.emailAddressesHint}
        error={missing}
        {...(report && { rows: report.rows })}
      />
      {report && report.given > 0 && (
        <p role="status">{t.willBeAssigned({ given: report.given, free: report.free })}</p>
      )}
      <SubmitButton>
        {report && report.given > 0 ? t.assignCount({ given: report.given }) : t.checkAddresses}
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
    <Dialog open={seat !== null} title={t.seatNumber({ number: seat?.seat ?? '' })} onClose={props.onClose}>
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
  const whenSent = waits ? t.emailSentLater : t.emailSentNow
  return (
    <Form name="assign-seat" submission={submission}>
      <p>{seat.recipient === null ? whenSent : t.reassignIntro({ whenSent })}</p>
      <FormProblem>{submission.error}</FormProblem>
      <div data-sentry-block>
        <TextField
          label={t.emailAddress}
          name="email"
          type="email"
          required
          autoComplete="off"
          defaultValue={seat.recipient ?? ''}
        />
      </div>
      <SubmitButton>{t.assignSeat}</SubmitButton>
    </Form>
  )
}

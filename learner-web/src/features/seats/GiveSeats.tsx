import type { OrderSeat, OrderSeats, SeatReport } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form, FormProblem } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { countOf } from '@flagyard/ui/format'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { toasts } from '../../shell/toasts.ts'
import { AddressField } from '../orders/AddressField.tsx'
import { readAddresses } from '../orders/read-addresses.ts'
import styles from './seats.module.css'
import { readSeatsAgain } from './useSeats.ts'

interface Props {
  open: boolean
  order: OrderSeats
  free: number
  onClose: () => void
}

export function GiveSeats({ open, ...props }: Props) {
  return (
    <Dialog open={open} title="Give out seats" onClose={props.onClose} closeOnOutsideClick={false} alignTop>
      {open && <GiveSeatsForm {...props} />}
    </Dialog>
  )
}

function GiveSeatsForm({ order: { order_id: id, gift }, free, onClose }: Omit<Props, 'open'>) {
  const [text, setText] = useState('')
  const [report, setReport] = useState<SeatReport | null>(null)
  const [missing, setMissing] = useState<string>()
  const { submit, isPending, formError, fieldError } = useSubmit(async () => {
    const recipients = readAddresses(text).map(({ email }) => email)
    if (recipients.length === 0) return setMissing('Type or paste at least one address')
    const isChecked = report !== null && report.given > 0
    const answer = await api.assignSeats({ id, seatAssignments: { recipients, dry_run: !isChecked } })
    setReport(answer)
    if (!isChecked || answer.given === 0) return
    toasts.show({ type: 'success', content: `${countOf(answer.given, 'seat')} given out.` })
    await readSeatsAgain(id)
    onClose()
  })
  const change = (typed: string) => {
    setText(typed)
    setReport(null)
    setMissing(undefined)
  }
  return (
    <Form name="give-seats" onSubmit={submit} className={styles.form}>
      <p>
        {countOf(free, 'seat')} {free === 1 ? 'is' : 'are'} free. Each address gets one,{' '}
        {gift?.waits ? 'and hears of it on the day of the gift.' : 'and an e-mail with its code.'}
      </p>
      <FormProblem>{formError}</FormProblem>
      <AddressField
        label="E-mail addresses"
        required
        value={text}
        onChange={change}
        hint="One a line, or separated by commas."
        error={missing ?? fieldError('recipients')}
        {...(report && { rows: report.rows })}
      />
      {report && report.given > 0 && (
        <p role="status">
          {countOf(report.given, 'seat')} will be given out; {report.free} stay free.
        </p>
      )}
      <Button type="submit" variant="primary" busy={isPending}>
        {report && report.given > 0 ? `Give out ${countOf(report.given, 'seat')}` : 'Check the addresses'}
      </Button>
    </Form>
  )
}

interface GiveSeatProps {
  orderId: string
  /** True if it is part of a gift whose date is in the future. */
  waits: boolean
  /** Null if the dialog is closed. */
  seat: Pick<OrderSeat, 'seat' | 'version' | 'recipient'> | null
  onClose: () => void
}

export function GiveSeat({ seat, ...props }: GiveSeatProps) {
  return (
    <Dialog open={seat !== null} title={`Seat ${seat?.seat ?? ''}`} onClose={props.onClose}>
      {seat && <GiveSeatForm key={seat.seat} seat={seat} {...props} />}
    </Dialog>
  )
}

function GiveSeatForm({
  orderId: id,
  waits,
  seat,
  onClose,
}: GiveSeatProps & { seat: NonNullable<GiveSeatProps['seat']> }) {
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const email = String(values.get('email')).trim()
    try {
      const { message } = await api.assignSeat({
        id,
        seat: String(seat.seat),
        seatAssignment: { version: seat.version, email },
      })
      toasts.show({ type: 'success', content: message })
      onClose()
    } finally {
      await readSeatsAgain(id)
    }
  })
  return (
    <Form name="give-seat" onSubmit={submit} className={styles.form}>
      <p>
        {waits ? 'It goes out with the gift, on its day.' : 'We e-mail them a code for it.'}{' '}
        {seat.recipient !== null && 'It gets a new code: the old one opens nothing any more.'}
      </p>
      <FormProblem>{formError}</FormProblem>
      <div data-sentry-block>
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          required
          autoComplete="off"
          defaultValue={seat.recipient ?? ''}
          error={fieldError('email')}
        />
      </div>
      <Button type="submit" variant="primary" busy={isPending}>
        Give the seat
      </Button>
    </Form>
  )
}

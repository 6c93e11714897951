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
import styles from './seats.module.css'
import { readSeatsAgain } from './useSeats.ts'

interface Props {
  open: boolean
  order: OrderSeats
  seats: OrderSeat[]
  onClose: () => void
}

export function CorrectSeats({ open, ...props }: Props) {
  return (
    <Dialog open={open} title="Correct addresses" onClose={props.onClose} closeOnOutsideClick={false} alignTop>
      {open && <CorrectSeatsForm {...props} />}
    </Dialog>
  )
}

function CorrectSeatsForm({ order: { order_id: id }, seats: given, onClose }: Omit<Props, 'open'>) {
  // Frozen when the dialog opens, so that fields do not move when new data arrives.
  const [seats] = useState(given)
  const [report, setReport] = useState<SeatReport | null>(null)
  const [asked, setAsked] = useState<number[]>([])
  const { submit, isPending, formError } = useSubmit(async (values) => {
    const corrections = seats.flatMap(({ seat, version, recipient }) => {
      const email = String(values.get(`seat-${seat}`)).trim()
      return email.toLowerCase() === recipient?.toLowerCase() ? [] : [{ seat, version, email }]
    })
    if (corrections.length === 0) return onClose()
    const answer = await api.correctSeats({ id, seatCorrections: { corrections } })
    setAsked(corrections.map(({ seat }) => seat))
    setReport(answer)
    await readSeatsAgain(id)
    if (answer.given === 0) return
    toasts.show({ type: 'success', content: `${countOf(answer.given, 'address', 'addresses')} corrected.` })
    onClose()
  })
  const errorOf = (seat: number) => report?.rows[asked.indexOf(seat)]?.error ?? undefined
  return (
    <Form name="correct-seats" onSubmit={submit} className={styles.form}>
      <p>The e-mails to these addresses came back. What you correct is sent again, under a new code.</p>
      <FormProblem>{formError}</FormProblem>
      <div className={styles.form} data-sentry-block>
        {seats.map(({ seat, recipient }) => (
          <TextField
            key={seat}
            label={`Seat ${seat}`}
            name={`seat-${seat}`}
            type="email"
            required
            autoComplete="off"
            defaultValue={recipient ?? ''}
            error={errorOf(seat)}
          />
        ))}
      </div>
      <Button type="submit" variant="primary" busy={isPending}>
        Send them again
      </Button>
    </Form>
  )
}

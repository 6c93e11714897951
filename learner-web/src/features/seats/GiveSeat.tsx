import type { OrderSeat } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form } from '@flagyard/ui/Form'
import { FormProblem } from '@flagyard/ui/FormError'
import { TextField } from '@flagyard/ui/fields'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { toasts } from '../../shell/toasts.ts'
import styles from './seats.module.css'
import { readSeatsAgain } from './useSeats.ts'

interface Props {
  orderId: string
  /** True if it is part of a gift whose date is in the future. */
  waits: boolean
  /** Null if the dialog is closed. */
  seat: Pick<OrderSeat, 'seat' | 'version' | 'recipient'> | null
  onClose: () => void
}

/** Assigns or reassigns a seat to an e-mail address. */
export function GiveSeat({ seat, ...props }: Props) {
  return (
    <Dialog open={seat !== null} title={`Seat ${seat?.seat ?? ''}`} onClose={props.onClose}>
      {seat && <GiveSeatForm key={seat.seat} seat={seat} {...props} />}
    </Dialog>
  )
}

function GiveSeatForm({ orderId: id, waits, seat, onClose }: Props & { seat: NonNullable<Props['seat']> }) {
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

import type { OrderSeat, OrderSeats, SeatReport } from '@flagyard/api-types'
import { Form, FormProblem, SubmitButton, TextField } from '@flagyard/ui/Form'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/seats.ts'
import { showSuccess } from '../../shell/toasts.ts'
import { refetchSeats } from './useSeats.ts'

interface Props {
  order: OrderSeats
  seats: OrderSeat[]
  onClose: () => void
}

export function CorrectSeats({ order: { order_id: id }, seats: initialSeats, onClose }: Props) {
  // Frozen when the dialog opens, so that fields do not move when new data arrives.
  const [seats] = useState(initialSeats)
  const [report, setReport] = useState<SeatReport | null>(null)
  const [asked, setAsked] = useState<number[]>([])
  const submission = useSubmit(async (values) => {
    const corrections = seats.flatMap(({ seat, version, recipient }) => {
      const email = String(values.get(`seat-${seat}`)).trim()
      return email.toLowerCase() === recipient?.toLowerCase() ? [] : [{ seat, version, email }]
    })
    if (corrections.length === 0) return onClose()
    const answer = await api.correctSeats({ id, seatCorrections: { corrections } })
    setAsked(corrections.map(({ seat }) => seat))
    setReport(answer)
    await refetchSeats(id)
    if (answer.given === 0) return
    showSuccess(t.corrected({ given: answer.given }))
    onClose()
  })
  const errorOf = (seat: number) => report?.rows[asked.indexOf(seat)]?.error ?? undefined
  return (
    <Form name="correct-seats" submission={submission}>
      <p>{t.correctIntro}</p>
      <FormProblem>{submission.error}</FormProblem>
      <div className="stack" data-sentry-block>
        {seats.map(({ seat, recipient }) => (
          <TextField
            key={seat}
            label={t.seatNumber({ number: seat })}
            name={`seat-${seat}`}
            type="email"
            required
            autoComplete="off"
            defaultValue={recipient ?? ''}
            error={errorOf(seat)}
          />
        ))}
      </div>
      <SubmitButton>{t.sendAgain}</SubmitButton>
    </Form>
  )
}

import type { OrderSeats } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Form, FormProblem } from '@flagyard/ui/Form'
import { TextArea, TextField } from '@flagyard/ui/fields'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatUtcDate } from '../../lib/format.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { toasts } from '../../shell/toasts.ts'
import styles from './seats.module.css'
import { readSeatsAgain } from './useSeats.ts'

type Gift = NonNullable<OrderSeats['gift']>

/** A scheduled gift. Its date and message can be changed until it is sent. */
export function GiftCard({ order, gift }: { order: OrderSeats; gift: Gift }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>Your gift</h2>
      {isEditing ? (
        <GiftForm order={order} gift={gift} onDone={() => setEditing(false)} />
      ) : (
        <>
          <p>
            {gift.waits
              ? `It goes out on ${formatUtcDate(gift.at)} at 09:00 UTC. Until then nobody hears of it.`
              : `It went out on ${formatUtcDate(gift.at)}.`}
          </p>
          {gift.message && <p className={styles.quote}>{gift.message}</p>}
          {gift.waits && (
            <div>
              <Button size="small" onClick={() => setEditing(true)}>
                Change day or message
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  )
}

function GiftForm({ order: { order_id: id }, gift, onDone }: { order: OrderSeats; gift: Gift; onDone: () => void }) {
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const on = String(values.get('on'))
    await api.updateGift({ id, giftUpdate: { on, message: String(values.get('message')) } })
    toasts.show({ type: 'success', content: 'Your gift is changed.' })
    await readSeatsAgain(id)
    onDone()
  })
  return (
    <Form name="gift" onSubmit={submit} className={styles.form}>
      <FormProblem>{formError}</FormProblem>
      <TextField
        label="Day"
        name="on"
        type="date"
        required
        defaultValue={gift.at.slice(0, 10)}
        hint="It goes out at 09:00 UTC."
        error={fieldError('on')}
      />
      <TextArea
        label="Message"
        name="message"
        rows={3}
        maxLength={500}
        defaultValue={gift.message}
        error={fieldError('message')}
      />
      <div className="row">
        <Button type="submit" variant="primary" busy={isPending}>
          Save
        </Button>
        <Button onClick={onDone}>Leave it as it is</Button>
      </div>
    </Form>
  )
}

import type { OrderSeats } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Form, FormProblem, SubmitButton, TextArea, TextField } from '@flagyard/ui/Form'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatUtcDate } from '../../lib/format.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { SectionCard } from '../../shell/sections.tsx'
import { showSuccess } from '../../shell/toasts.ts'
import styles from './seats.module.css'
import { refetchSeats } from './useSeats.ts'

type Gift = NonNullable<OrderSeats['gift']>

/** A scheduled gift. Its date and message can be changed until it is sent. */
export function GiftCard({ order, gift }: { order: OrderSeats; gift: Gift }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <SectionCard title="Your gift">
      {isEditing ? (
        <GiftForm order={order} gift={gift} onDone={() => setEditing(false)} />
      ) : (
        <>
          <p>
            {gift.waits
              ? `It will be sent on ${formatUtcDate(gift.at)} at 09:00 UTC. Until then, the recipients are not notified.`
              : `It was sent on ${formatUtcDate(gift.at)}.`}
          </p>
          {gift.message && <p className={styles.quote}>{gift.message}</p>}
          {gift.waits && (
            <Button size="small" onClick={() => setEditing(true)}>
              Change date or message
            </Button>
          )}
        </>
      )}
    </SectionCard>
  )
}

function GiftForm({ order: { order_id: id }, gift, onDone }: { order: OrderSeats; gift: Gift; onDone: () => void }) {
  const submission = useSubmit(async (values) => {
    const on = String(values.get('on'))
    await api.updateGift({ id, giftUpdate: { on, message: String(values.get('message')) } })
    showSuccess('Your gift was changed.')
    await refetchSeats(id)
    onDone()
  })
  return (
    <Form name="gift" submission={submission}>
      <FormProblem>{submission.error}</FormProblem>
      <TextField
        label="Date"
        name="on"
        type="date"
        required
        defaultValue={gift.at.slice(0, 10)}
        hint="It is sent at 09:00 UTC."
      />
      <TextArea label="Message" name="message" rows={3} maxLength={500} defaultValue={gift.message} />
      <div className="row">
        <SubmitButton>Save</SubmitButton>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Form>
  )
}

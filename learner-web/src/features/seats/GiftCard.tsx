import type { OrderSeats } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Form, FormProblem, SubmitButton, TextArea, TextField } from '@flagyard/ui/Form'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatUtcDate } from '../../lib/format.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/seats.ts'
import { SectionCard } from '../../shell/sections.tsx'
import { showSuccess } from '../../shell/toasts.ts'
import styles from './seats.module.css'
import { refetchSeats } from './useSeats.ts'

type Gift = NonNullable<OrderSeats['gift']>

/** A scheduled gift. Its date and message can be changed until it is sent. */
export function GiftCard({ order, gift }: { order: OrderSeats; gift: Gift }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <SectionCard title={t.yourGift}>
      {isEditing ? (
        <GiftForm order={order} gift={gift} onDone={() => setEditing(false)} />
      ) : (
        <>
          <p>
            {gift.waits
              ? t.giftWillBeSent({ date: formatUtcDate(gift.at) })
              : t.giftWasSent({ date: formatUtcDate(gift.at) })}
          </p>
          {gift.message && <p className={styles.quote}>{gift.message}</p>}
          {gift.waits && (
            <Button size="small" onClick={() => setEditing(true)}>
              {t.changeGift}
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
    showSuccess(t.giftChanged)
    await refetchSeats(id)
    onDone()
  })
  return (
    <Form name="gift" submission={submission}>
      <FormProblem>{submission.error}</FormProblem>
      <TextField label={t.date} name="on" type="date" required defaultValue={gift.at.slice(0, 10)} hint={t.dateHint} />
      <TextArea label={t.giftMessage} name="message" rows={3} maxLength={500} defaultValue={gift.message} />
      <div className="row">
        <SubmitButton>{t.save}</SubmitButton>
        <Button onClick={onDone}>{t.cancel}</Button>
      </div>
    </Form>
  )
}

import type { AdminOrder } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { CardColumns, Lines, RecordCard } from '../../crud/RecordCards.tsx'
import { capitalised, formatMoment, formatMoney } from '../../lib/format.ts'
import { TransfersCard } from './TransfersCard.tsx'

/** What the provider said, what was paid back, and the papers. */
export default function OrderPayments() {
  const order = useRecordContext<AdminOrder>()
  if (!order) return null
  return (
    <CardColumns
      left={
        <RecordCard title="What the provider said">
          <Lines
            empty="The provider has said nothing yet."
            lines={order.payment_events.map(({ provider, event_id, kind, received_at }) => ({
              key: `${provider} ${event_id}`,
              text: (
                <>
                  {capitalised(kind).replaceAll('_', ' ')} · <span className="mono">{event_id}</span>
                </>
              ),
              when: formatMoment(received_at),
            }))}
          />
        </RecordCard>
      }
      right={
        <>
          {order.provider === 'invoice' && <TransfersCard order={order} />}
          <RecordCard title="Refunds">
            <Lines
              empty="Nothing was paid back."
              lines={order.refunds.map(({ id, amount, reason, state, created_at }) => ({
                key: id,
                text: (
                  <>
                    {formatMoney(amount)} · {refundWords[state]} · {reason}
                  </>
                ),
                when: formatMoment(created_at),
              }))}
            />
          </RecordCard>
          <RecordCard title="Documents">
            <Lines
              empty="No invoice was issued."
              lines={order.documents.map(({ id, number, kind, total, issued_at }) => ({
                key: id,
                text: (
                  <>
                    {kind === 'invoice' ? 'Invoice' : 'Credit note'} <span className="mono">{number}</span> ·{' '}
                    {formatMoney(total)}
                  </>
                ),
                when: formatMoment(issued_at),
              }))}
            />
          </RecordCard>
        </>
      }
    />
  )
}

const refundWords: Record<AdminOrder['refunds'][number]['state'], string> = {
  asked: 'asked of the provider',
  done: 'paid back',
  failed: 'could not be paid back',
}

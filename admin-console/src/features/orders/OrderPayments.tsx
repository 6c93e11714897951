import type { AdminOrder } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { RecordMenu } from '../../crud/actions.tsx'
import { CardColumns, Lines, RecordCard } from '../../crud/RecordCards.tsx'
import { capitalised, countOf, formatMoment, formatMoney } from '../../lib/format.ts'
import { DisputePanel } from './DisputePanel.tsx'
import { refundActions } from './order-actions.ts'
import { TransfersCard } from './TransfersCard.tsx'

/** Provider events, refunds and documents. */
export default function OrderPayments() {
  const order = useRecordContext<AdminOrder>()
  if (!order) return null
  return (
    <CardColumns
      left={
        <>
          <DisputePanel order={order} />
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
        </>
      }
      right={
        <>
          {order.provider === 'invoice' && <TransfersCard order={order} />}
          <RecordCard title="Refunds">
            <Lines
              empty="Nothing was paid back."
              lines={order.refunds.map((refund) => ({
                key: refund.id,
                text: (
                  <>
                    {formatMoney(refund.amount)} · {refundWords[refund.state]}
                    {refund.seats > 0 && ` · ${countOf(refund.seats, 'seat')} taken back`} · {refund.reason}
                    {refund.note && ` · ${refund.note}`}{' '}
                    <RecordMenu
                      record={{ ...refund, order_id: order.id, version: order.version }}
                      actions={refundActions}
                      about={`Refund of ${formatMoney(refund.amount)}`}
                      none={null}
                    />
                  </>
                ),
                when: formatMoment(refund.created_at),
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
  asked: 'on its way',
  done: 'paid back',
  failed: 'could not be paid back',
}

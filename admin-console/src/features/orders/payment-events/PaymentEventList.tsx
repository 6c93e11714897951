import type { PaymentEventRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { ResourceLink } from '../../../crud/links.tsx'
import { CrudList } from '../../../crud/list/CrudList.tsx'
import { byRecord, choices, type Filters, search } from '../../../crud/list/filters.tsx'
import { Column, Rows } from '../../../crud/list/Rows.tsx'
import { formatMoment, formatMoney } from '../../../lib/format.ts'
import { providerWords } from '../order-words.tsx'

const Col = Column<PaymentEventRow>

const kindWords: Record<PaymentEventRow['kind'], string> = {
  paid: 'Paid',
  pending: 'Payment pending',
  failed: 'Payment failed',
  cancelled: 'Checkout expired',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  dispute_opened: 'Dispute opened',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  payout_paid: 'Payout sent',
  payout_failed: 'Payout failed',
  noted: 'Noted',
}

const outcomes: Record<PaymentEventRow['outcome'], { word: string; tone: 'good' | 'neutral' | 'warn' | 'bad' }> = {
  applied: { word: 'Applied', tone: 'good' },
  no_effect: { word: 'No effect', tone: 'neutral' },
  waiting: { word: 'Waiting', tone: 'warn' },
  unmatched: { word: 'Unmatched', tone: 'warn' },
  refused: { word: 'Rejected', tone: 'bad' },
}

const filters: Filters<'listPaymentEvents'> = {
  q: search('Event or payment'),
  unmatched: choices('Needs attention', [[true, 'No order, or does not match it']]),
  kind: choices('What it says', kindWords),
  provider: choices('Provider', providerWords),
  order: byRecord('Order', 'orders'),
}

/** Events received from payment providers, and how they were processed. */
export default function PaymentEventList() {
  return (
    <CrudList<'listPaymentEvents'> filters={filters}>
      <Rows<PaymentEventRow>
        hiddenColumns={['id', 'payment', 'happened_at']}
        primaryText={({ kind }) => kindWords[kind]}
        tertiaryText={(event) => <Outcome event={event} />}
        secondaryText={(event) => (
          <>
            {amountOf(event)} · {formatMoment(event.received_at)} {event.note}
          </>
        )}
        empty="No events yet. Payments, refunds, disputes and payouts reported by the payment provider appear here."
      >
        <Col source="received_at" label="Received" long render={(event) => formatMoment(event.received_at)} />
        <Col source="kind" label="Event" render={({ kind }) => kindWords[kind]} />
        <Col source="order_number" label="Order" render={(event) => <Order event={event} />} />
        <Col source="amount" label="Amount" align="right" render={amountOf} />
        <Col source="outcome" label="Result" render={(event) => <Outcome event={event} />} />
        <Col source="note" label="Note" wraps />
        <Col source="provider" onlyWide label="Provider" />
        <Col
          source="id"
          label="Event"
          render={({ id, type }) => (
            <>
              <span className="mono">{id}</span> {type}
            </>
          )}
        />
        <Col source="payment" label="Payment" render={({ payment }) => payment ?? '—'} />
        <Col source="happened_at" label="Happened" render={(event) => formatMoment(event.happened_at)} />
      </Rows>
    </CrudList>
  )
}

const amountOf = ({ amount, currency }: PaymentEventRow) =>
  amount === null || currency === null ? '—' : formatMoney({ amount, currency })

const Outcome = ({ event: { outcome } }: { event: PaymentEventRow }) => (
  <Chip tone={outcomes[outcome].tone}>{outcomes[outcome].word}</Chip>
)

const Order = ({ event: { order_id, order_number } }: { event: PaymentEventRow }) =>
  order_id && order_number ? (
    <ResourceLink resource="orders" id={order_id}>
      <span className="mono">{order_number}</span>
    </ResourceLink>
  ) : (
    '—'
  )

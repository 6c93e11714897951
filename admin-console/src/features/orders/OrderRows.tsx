import type { OrderRow } from '@flagyard/api-types'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { RecordLink } from '../../crud/row-focus.tsx'
import { formatMoment, formatMoney } from '../../lib/format.ts'
import { OrderState, providerWords, stateWords } from './order-words.tsx'

const Col = Column<OrderRow>

export const OrderRows = ({ empty }: { empty: string }) => (
  <Rows<OrderRow>
    hiddenColumns={['company', 'quantity', 'tax', 'refunded']}
    primaryText={({ number }) => <span className="mono">{number}</span>}
    tertiaryText={(order) => <OrderState state={order.state} />}
    secondaryText={(order) => (
      <>
        <bdi>{order.company ?? order.buyer}</bdi> · {formatMoney(order.total)} · {formatMoment(order.created_at)}
      </>
    )}
    empty={empty}
  >
    <Col
      source="number"
      label="Order"
      render={({ number }) => (
        <RecordLink>
          <span className="mono">{number}</span>
        </RecordLink>
      )}
    />
    <Col source="title" label="What" cellClassName="wraps" render={(order) => <Bought order={order} />} />
    <Col source="buyer" label="Buyer" cellClassName="long" render={({ buyer }) => <PersonLink username={buyer} />} />
    <Col source="company" label="Company" cellClassName="long" render={({ company }) => company ?? '—'} />
    <Col
      source="state"
      label="State"
      inFile={{ words: stateWords }}
      render={({ state }) => <OrderState state={state} />}
    />
    <Col
      source="provider"
      onlyWide
      label="Paid by"
      inFile={{ words: providerWords }}
      render={({ provider }) => providerWords[provider]}
    />
    <Col source="quantity" label="Seats" align="right" />
    <Col source="total" label="Total" align="right" render={({ total }) => formatMoney(total)} />
    <Col source="tax" label="Tax in it" align="right" render={({ tax }) => (tax.amount > 0 ? formatMoney(tax) : '—')} />
    <Col
      source="refunded"
      label="Refunded"
      align="right"
      render={({ refunded }) => (refunded.amount > 0 ? formatMoney(refunded) : '—')}
    />
    <Col source="created_at" onlyWide label="Placed" render={(order) => formatMoment(order.created_at)} />
    <Col
      source="paid_at"
      label="Paid"
      cellClassName="long"
      render={({ paid_at }) => (paid_at ? formatMoment(paid_at) : 'not yet')}
    />
  </Rows>
)

export const Bought = ({ order: { kind, slug, title } }: { order: Pick<OrderRow, 'kind' | 'slug' | 'title'> }) => (
  <ResourceLink resource={`${kind}s`} id={slug}>
    {title}
  </ResourceLink>
)

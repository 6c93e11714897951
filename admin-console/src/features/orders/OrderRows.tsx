import type { OrderRow } from '@flagyard/api-types'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { RecordLink } from '../../crud/row-focus.tsx'
import { formatMoment, formatMoney } from '../../lib/format.ts'
import { OrderState } from './OrderState.tsx'
import { providerWords, stateWords } from './order-words.ts'

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
    <Column<OrderRow>
      source="number"
      label="Order"
      render={({ number }) => (
        <RecordLink>
          <span className="mono">{number}</span>
        </RecordLink>
      )}
    />
    <Column<OrderRow> source="title" label="What" cellClassName="wraps" render={(order) => <Bought order={order} />} />
    <Column<OrderRow>
      source="buyer"
      label="Buyer"
      cellClassName="long"
      render={({ buyer }) => <PersonLink username={buyer} />}
    />
    <Column<OrderRow> source="company" label="Company" cellClassName="long" render={({ company }) => company ?? '—'} />
    <Column<OrderRow>
      source="state"
      label="State"
      inFile={{ words: stateWords }}
      render={({ state }) => <OrderState state={state} />}
    />
    <Column<OrderRow>
      source="provider"
      onlyWide
      label="Paid by"
      inFile={{ words: providerWords }}
      render={({ provider }) => providerWords[provider]}
    />
    <Column<OrderRow> source="quantity" label="Seats" align="right" />
    <Column<OrderRow> source="total" label="Total" align="right" render={({ total }) => formatMoney(total)} />
    <Column<OrderRow>
      source="tax"
      label="Tax in it"
      align="right"
      render={({ tax }) => (tax.amount > 0 ? formatMoney(tax) : '—')}
    />
    <Column<OrderRow>
      source="refunded"
      label="Refunded"
      align="right"
      render={({ refunded }) => (refunded.amount > 0 ? formatMoney(refunded) : '—')}
    />
    <Column<OrderRow> source="created_at" onlyWide label="Placed" render={(order) => formatMoment(order.created_at)} />
    <Column<OrderRow>
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

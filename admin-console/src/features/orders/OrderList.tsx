import type { OrderRow } from '@flagyard/api-types'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { byLink, byRecord, choices, day, type Filters, search, text } from '../../crud/list/filters.tsx'
import { RelatedList, useQuickFilter } from '../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { formatMoment, formatMoney } from '../../lib/format.ts'
import { OrderState, providerWords, stateWords } from './order-words.tsx'

const filters: Filters<'listOrders'> = {
  q: search('Number, buyer, company or title'),
  state: choices('State', stateWords),
  disputed: byLink('Dispute', () => 'open'),
  provider: choices('Paid by', providerWords),
  paid_from: day('Paid from', 'start'),
  paid_until: day('Paid until', 'end'),
  paid_within_days: choices('Paid', [[30, 'Within 30 days']]),
  organisation_id: byRecord('Organisation', 'organisations'),
  username: text('Buyer (username)'),
}

export default function OrderList() {
  return (
    <CrudList<'listOrders'> filters={filters}>
      <OrderRows empty="No orders yet. Orders appear here when a checkout is started." />
    </CrudList>
  )
}

const Col = Column<OrderRow>

export const OrderRows = ({ empty }: { empty: string }) => (
  <Rows<OrderRow>
    hiddenColumns={['company', 'quantity', 'tax', 'refunded']}
    primaryText={({ number }) => <span className="mono">{number}</span>}
    tertiaryText={OrderState}
    secondaryText={(order) => (
      <>
        <bdi>{order.company ?? order.buyer}</bdi> · {formatMoney(order.total)} · {formatMoment(order.created_at)}
      </>
    )}
    empty={empty}
  >
    <Col source="number" label="Order" link mono />
    <Col source="title" label="Product" wraps render={(order) => <Bought order={order} />} />
    <Col source="buyer" label="Buyer" long render={({ buyer }) => <PersonLink username={buyer} />} />
    <Col source="company" label="Company" long render={({ company }) => company ?? '—'} />
    <Col source="state" label="State" inFile={{ words: stateWords }} render={OrderState} />
    <Col
      source="provider"
      onlyWide
      label="Paid by"
      inFile={{ words: providerWords }}
      render={({ provider }) => providerWords[provider]}
    />
    <Col source="quantity" label="Seats" align="right" />
    <Col source="total" label="Total" align="right" render={({ total }) => formatMoney(total)} />
    <Col
      source="tax"
      label="Included tax"
      align="right"
      render={({ tax }) => (tax.amount > 0 ? formatMoney(tax) : '—')}
    />
    <Col
      source="refunded"
      label="Refunded"
      align="right"
      render={({ refunded }) => (refunded.amount > 0 ? formatMoney(refunded) : '—')}
    />
    <Col source="created_at" onlyWide label="Placed" render={(order) => formatMoment(order.created_at)} />
    <Col source="paid_at" label="Paid" long render={({ paid_at }) => (paid_at ? formatMoment(paid_at) : 'not yet')} />
  </Rows>
)

export const Bought = ({ order: { kind, slug, title } }: { order: Pick<OrderRow, 'kind' | 'slug' | 'title'> }) => (
  <ResourceLink resource={`${kind}s`} id={slug}>
    {title}
  </ResourceLink>
)

export function UserOrders() {
  const { filter, button } = useQuickFilter('disputed', 'Disputed only')
  return (
    <RelatedList reference="orders" filter={filter} actions={button}>
      <OrderRows empty="No orders yet. Orders appear here when a checkout is started." />
    </RelatedList>
  )
}

import type { UserOrder } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from 'react-router-dom'
import { Column } from '../../crud/Column.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { ResourceLink } from '../../crud/ResourceLink.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { useOnly } from '../../crud/useOnly.tsx'
import { capitalised, formatMoment, formatMoney } from '../../lib/format.ts'

const good = ['paid', 'fulfilled']
const bad = ['failed', 'disputed', 'refunded']

export default function UserOrders() {
  const { filter, button } = useOnly('disputed', 'Only disputed ones')
  return (
    <RelatedList reference="orders" resourceLabel={['order', 'orders']} filter={filter} actions={button}>
      <Rows<UserOrder>
        primaryText={(order) => <span className="mono">{order.number}</span>}
        tertiaryText={(order) => <State order={order} />}
        secondaryText={(order) => (
          <>
            <Bought order={order} /> · {formatMoney(order.total)} · {formatMoment(order.created_at)}
            <div className="row-actions">
              <VouchersOf order={order} none={null} />
            </div>
          </>
        )}
        empty="Orders appear here as soon as a checkout is opened."
      >
        <Column<UserOrder>
          source="number"
          label="Order"
          render={(order) => <span className="mono">{order.number}</span>}
        />
        <Column<UserOrder>
          source="title"
          label="What"
          cellClassName="wraps"
          render={(order) => <Bought order={order} />}
        />
        <Column<UserOrder> source="state" label="State" render={(order) => <State order={order} />} />
        <Column<UserOrder> source="quantity" label="Seats" align="right" />
        <Column<UserOrder> source="total" label="Total" align="right" render={(order) => formatMoney(order.total)} />
        <Column<UserOrder>
          source="refunded"
          label="Refunded"
          align="right"
          render={({ refunded }) => (refunded.amount > 0 ? formatMoney(refunded) : '—')}
        />
        <Column<UserOrder> source="created_at" label="Placed" render={(order) => formatMoment(order.created_at)} />
        <Column<UserOrder>
          source="paid_at"
          label="Paid"
          render={({ paid_at }) => (paid_at ? formatMoment(paid_at) : 'not yet')}
        />
        <Column<UserOrder> source="id" label="Vouchers" isAction render={(order) => <VouchersOf order={order} />} />
      </Rows>
    </RelatedList>
  )
}

const Bought = ({ order: { kind, slug, title } }: { order: UserOrder }) => (
  <ResourceLink resource={`${kind}s`} id={slug}>
    {title}
  </ResourceLink>
)

/** What is done about an order is done with the vouchers that it brought. */
const VouchersOf = ({ order: { number, paid_at }, none = '—' }: { order: UserOrder; none?: string | null }) =>
  paid_at ? (
    <Link to={filteredList('listVouchers', { order: number })} aria-label={`Vouchers of ${number}`}>
      Vouchers
    </Link>
  ) : (
    none
  )

const State = ({ order: { state } }: { order: UserOrder }) => (
  <Chip tone={good.includes(state) ? 'good' : bad.includes(state) ? 'bad' : 'neutral'}>{capitalised(state)}</Chip>
)

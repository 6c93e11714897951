import type { UserOrder } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Column } from '../../crud/Column.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
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
        secondaryText={(order) => `${order.title} · ${formatMoney(order.total)} · ${formatMoment(order.created_at)}`}
        empty="Orders appear here as soon as a checkout is opened."
      >
        <Column<UserOrder>
          source="number"
          label="Order"
          render={(order) => <span className="mono">{order.number}</span>}
        />
        <Column<UserOrder> source="title" label="What" cellClassName="wraps" />
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
      </Rows>
    </RelatedList>
  )
}

const State = ({ order: { state } }: { order: UserOrder }) => (
  <Chip tone={good.includes(state) ? 'good' : bad.includes(state) ? 'bad' : 'neutral'}>{capitalised(state)}</Chip>
)

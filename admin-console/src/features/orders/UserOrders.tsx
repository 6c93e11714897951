import { Chip } from '@flagyard/ui/Chip'
import { capitalised, formatMoment, formatMoney } from '../../lib/format.ts'
import { PagedRows } from '../../lists/PagedRows.tsx'

const good = ['paid', 'fulfilled']
const bad = ['failed', 'disputed', 'refunded']

export default function UserOrders({ username }: { username: string }) {
  return (
    <PagedRows
      call="listUserOrders"
      input={{ username }}
      of={['order', 'orders']}
      empty="Orders appear here as soon as a checkout is opened."
      columns={[
        { label: 'Order', show: (order) => <span className="mono">{order.number}</span> },
        { label: 'What', show: (order) => order.title, wraps: true },
        {
          label: 'State',
          show: ({ state }) => (
            <Chip tone={good.includes(state) ? 'good' : bad.includes(state) ? 'bad' : 'neutral'}>
              {capitalised(state)}
            </Chip>
          ),
        },
        { label: 'Seats', show: (order) => order.quantity },
        { label: 'Total', show: (order) => formatMoney(order.total) },
        { label: 'Refunded', show: (order) => (order.refunded.amount > 0 ? formatMoney(order.refunded) : '—') },
        { label: 'Placed', show: (order) => formatMoment(order.created_at) },
        { label: 'Paid', show: (order) => (order.paid_at ? formatMoment(order.paid_at) : 'not yet') },
      ]}
    />
  )
}

import type { Organisation, OrganisationOrder } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Empty } from '@flagyard/ui/Feedback'
import { countOf, formatMoney } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { DocumentButtons } from '../orders/OrderSummary.tsx'
import { orderChips } from '../orders/orders.ts'

export function OrganisationOrders({ organisation: { id, name } }: { organisation: Organisation }) {
  return (
    <Loaded query={useQuery(callQuery('listOrganisationOrders', { id }))} what="the orders">
      {(orders) =>
        orders.length === 0 ? (
          <Empty title="No orders yet" icon="copy" action={<ButtonLink to={paths.courses}>Browse courses</ButtonLink>}>
            Everything that managers buy for <bdi>{name}</bdi> appears here, with its invoices.
          </Empty>
        ) : (
          <ul className="list">
            {orders.map((order) => (
              <li key={order.id}>
                <OrderCard order={order} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function OrderCard({ order }: { order: OrganisationOrder }) {
  const { id, number, title, state, quantity, total, created_at, bought_by, has_seats } = order
  return (
    <Card as="article" className="stack">
      <div className="row between">
        <h2 className="heading">{title}</h2>
        <Chip tone={orderChips[state].tone}>{orderChips[state].label}</Chip>
      </div>
      <p className="small muted">
        {countOf(quantity, 'seat')} · {formatMoney(total)} · ordered by {bought_by} on {formatDate(created_at)} ·{' '}
        <span className="mono">{number}</span>
      </p>
      <div className="row">
        {has_seats && (
          <ButtonLink size="small" to={paths.orderSeats(id)}>
            See the seats<span className="visually-hidden"> of order {number}</span>
          </ButtonLink>
        )}
        <ButtonLink size="small" to={paths.order(id)}>
          See the order<span className="visually-hidden"> {number}</span>
        </ButtonLink>
        <DocumentButtons order={order} size="small" />
      </div>
    </Card>
  )
}

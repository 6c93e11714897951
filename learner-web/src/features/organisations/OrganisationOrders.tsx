import type { Organisation, OrganisationOrder } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Empty } from '@flagyard/ui/Feedback'
import { formatMoney } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import * as t from '../../messages/en/organisations.ts'
import { hidden } from '../../shell/hidden.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { DocumentButtons } from '../orders/OrderSummary.tsx'
import { orderChips } from '../orders/orders.ts'

export function OrganisationOrders({ organisation: { id, name } }: { organisation: Organisation }) {
  return (
    <Loaded query={useQuery(callQuery('listOrganisationOrders', { id }))} what={t.theOrders}>
      {(orders) =>
        orders.length === 0 ? (
          <Empty title={t.noOrders} icon="copy" action={<ButtonLink to={paths.courses}>{t.browseCourses}</ButtonLink>}>
            {t.noOrdersHint({ name, bdi: (children) => <bdi>{children}</bdi> })}
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
        {t.orderFacts({
          seats: quantity,
          total: formatMoney(total),
          buyer: bought_by,
          date: formatDate(created_at),
          number,
          mono: (children) => <span className="mono">{children}</span>,
        })}
      </p>
      <div className="row">
        {has_seats && (
          <ButtonLink size="small" to={paths.orderSeats(id)}>
            {t.seeSeats({ number, hidden })}
          </ButtonLink>
        )}
        <ButtonLink size="small" to={paths.order(id)}>
          {t.seeOrder({ number, hidden })}
        </ButtonLink>
        <DocumentButtons order={order} size="small" />
      </div>
    </Card>
  )
}

import type { Order } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { safeLocation } from '@flagyard/auth'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { classNames } from '@flagyard/ui/class-names'
import { Empty } from '@flagyard/ui/Feedback'
import { countOf, formatMoney } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import styles from './orders.module.css'
import { hasCheckout, kindNames, orderChips } from './orders.ts'

export default function OrdersPage() {
  return (
    <Page title="Orders" width="text">
      <Loaded query={useQuery(callQuery('listMyOrders'))} what="your orders">
        {(orders) =>
          orders.length === 0 ? (
            <Empty
              title="No orders yet"
              icon="copy"
              action={<ButtonLink to={paths.courses}>Browse courses</ButtonLink>}
            >
              Everything you buy appears here, with its price and invoices.
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
    </Page>
  )
}

function OrderCard({ order }: { order: Order }) {
  const { number, title, kind, state, quantity, gift, total, created_at } = order
  return (
    <Card as="article" className="stack">
      <div className="row between">
        <h2 className="heading">{title}</h2>
        <Chip tone={orderChips[state].tone}>{orderChips[state].label}</Chip>
      </div>
      <p className="small muted">
        {kindNames[kind]}
        {quantity > 1 && ` · ${countOf(quantity, 'seat')}`}
        {gift && ' · a gift'} · ordered on {formatDate(created_at)} ·{' '}
        <span className={classNames('mono', styles.number)}>{number}</span>
      </p>
      <div className="row between">
        <b className={styles.amount}>{formatMoney(total)}</b>
        <div className="row">
          <OrderLinks order={order} />
        </div>
      </div>
    </Card>
  )
}

function OrderLinks({ order }: { order: Order }) {
  const described = <span className="visually-hidden"> {order.title}</span>
  const next = safeLocation(order.next)
  return (
    <>
      {hasCheckout(order) && (
        <ButtonLink size="small" variant="primary" to={paths.checkout(order.id)}>
          Go to the checkout<span className="visually-hidden"> of {order.title}</span>
        </ButtonLink>
      )}
      <ButtonLink size="small" to={paths.order(order.id)}>
        See the order<span className="visually-hidden"> of {order.title}</span>
      </ButtonLink>
      {next && (
        <ButtonLink size="small" to={next}>
          {order.has_seats ? 'See the seats' : next === paths.vouchers ? 'See the vouchers' : 'Open'}
          {described}
        </ButtonLink>
      )}
    </>
  )
}

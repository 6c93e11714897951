import type { Order } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { safeLocation } from '@flagyard/auth'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { classNames } from '@flagyard/ui/class-names'
import { Empty } from '@flagyard/ui/Feedback'
import { formatMoney } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import * as t from '../../messages/en/orders.ts'
import { hidden } from '../../shell/hidden.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import styles from './orders.module.css'
import { hasCheckout, orderChips } from './orders.ts'

export default function OrdersPage() {
  return (
    <Page title={t.orders} width="text">
      <Loaded query={useQuery(callQuery('listMyOrders'))} what={t.yourOrders}>
        {(orders) =>
          orders.length === 0 ? (
            <Empty
              title={t.noOrders}
              icon="copy"
              action={<ButtonLink to={paths.courses}>{t.browseCourses}</ButtonLink>}
            >
              {t.noOrdersHint}
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
  const facts = [
    t.kinds[kind],
    quantity > 1 && t.seatCount({ seats: quantity }),
    gift && t.aGift,
    t.orderedFact({ date: formatDate(created_at) }),
  ]
  return (
    <Card as="article" className="stack">
      <div className="row between">
        <h2 className="heading">{title}</h2>
        <Chip tone={orderChips[state].tone}>{orderChips[state].label}</Chip>
      </div>
      <p className="small muted">
        {facts.filter(Boolean).join(' · ')} · <span className={classNames('mono', styles.number)}>{number}</span>
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
  const { title } = order
  const next = safeLocation(order.next)
  return (
    <>
      {hasCheckout(order) && (
        <ButtonLink size="small" variant="primary" to={paths.checkout(order.id)}>
          {t.goToCheckoutOf({ title, hidden })}
        </ButtonLink>
      )}
      <ButtonLink size="small" to={paths.order(order.id)}>
        {t.seeOrderOf({ title, hidden })}
      </ButtonLink>
      {next && (
        <ButtonLink size="small" to={next}>
          {order.has_seats ? t.seeSeats : next === paths.vouchers ? t.seeVouchers : t.open}
          <span className="visually-hidden"> {title}</span>
        </ButtonLink>
      )}
    </>
  )
}

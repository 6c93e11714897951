import type { Order } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { classNames } from '@flagyard/ui/class-names'
import { errorMessage } from '@flagyard/ui/Feedback'
import { formatMoney } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import { useRef, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { productPath } from '../../lib/record-paths.ts'
import * as t from '../../messages/en/orders.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { overlay } from '../../shell/toasts.ts'
import { OrderSummary } from './OrderSummary.tsx'
import styles from './orders.module.css'
import { isOpen, useOrder } from './orders.ts'

type Outcome = 'paid' | 'declined' | 'cancelled'

/** The demo's checkout, which replaces the payment provider's. It can succeed, be declined or be cancelled. No money is moved. */
export default function CheckoutPage() {
  const { orderId = '' } = useParams()
  const query = useOrder(orderId)
  return (
    <Page title={t.checkout} width="narrow">
      <Loaded query={query} what={t.yourOrder}>
        {(order) =>
          order.state === 'fulfilled' || order.state === 'paid' ? (
            <Navigate to={paths.purchased(order.id)} replace />
          ) : isOpen(order) ? (
            <DemoPayment order={order} />
          ) : (
            <Card className="stack">
              <p>{t.nothingToPay({ state: order.state })}</p>
              <ButtonLink to={productPath(order)}>{t.backToTitle({ title: order.title })}</ButtonLink>
            </Card>
          )
        }
      </Loaded>
    </Page>
  )
}

function DemoPayment({ order }: { order: Order }) {
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(order.state === 'failed' ? t.paymentDeclined : null)
  // One key until there is a response, so that a retry after a lost response does not pay twice.
  const idempotencyKey = useRef(crypto.randomUUID())

  const pay = (outcome: Outcome) =>
    overlay.showWhile(outcome === 'paid' ? t.paying : t.oneMoment, async () => {
      setError(null)
      try {
        const options = { idempotencyKey: `${idempotencyKey.current}:${outcome}` }
        const answer = await api.payDemoOrder({ id: order.id, demoPayment: { outcome } }, options)
        idempotencyKey.current = crypto.randomUUID()
        if (outcome === 'paid') return void navigate(paths.purchased(order.id), { replace: true })
        if (outcome === 'cancelled') return void navigate(paths.notPurchased(order.id), { replace: true })
        queryClient.setQueryData(callQuery('getOrder', { id: order.id }).queryKey, answer)
        setError(t.paymentDeclined)
      } catch (error) {
        setError(errorMessage(error))
      }
    })

  return (
    <Card className={styles.card}>
      <p className={styles.notice}>
        <Icon name="info" />
        <span>{t.demoCheckout}</span>
      </p>
      <OrderSummary order={order} />
      {error && (
        <p className={classNames(styles.notice, styles.warn)} role="alert">
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
      <div className={styles.choices}>
        <Button variant="primary" onClick={() => pay('paid')}>
          {t.payTotal({ total: formatMoney(order.total) })}
        </Button>
        <div className={styles.quiet}>
          <Button onClick={() => pay('declined')}>{t.declinePayment}</Button>
          <Button onClick={() => pay('cancelled')}>{t.cancelOrder}</Button>
        </div>
      </div>
    </Card>
  )
}

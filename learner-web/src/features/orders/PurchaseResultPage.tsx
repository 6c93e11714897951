import type { Order } from '@flagyard/api-types'
import { learnerScreens, paths } from '@flagyard/api-types/links'
import { safeLocation } from '@flagyard/auth'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { classNames } from '@flagyard/ui/class-names'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { Icon, type IconName } from '@flagyard/ui/Icon'
import { useLocation } from 'react-router-dom'
import { formatDate } from '../../lib/format.ts'
import { productPath } from '../../lib/record-paths.ts'
import { Page } from '../../shell/Page.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import styles from './orders.module.css'
import { hasCheckout, useOrder } from './orders.ts'

/** Return page of the checkout, after a payment or a cancellation. Shows the order, and polls until the payment is confirmed. */
export default function PurchaseResultPage() {
  const { pathname, search } = useLocation()
  const id = new URLSearchParams(search).get('order')
  const cancelled = pathname === learnerScreens.notPurchased
  const { data: order, error, refetch } = useOrder(id, { untilFinal: !cancelled })
  return (
    <Page title={order ? titleOf(order, cancelled) : 'Your purchase'} width="narrow">
      {id === null && (
        <Empty
          title="No order to show"
          icon="search"
          action={<ButtonLink to={paths.courses}>Browse courses</ButtonLink>}
        >
          This link does not name an order. Your courses are on your dashboard, and your vouchers on the vouchers page.
        </Empty>
      )}
      {error && <Failed what="your order" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {id !== null && !error && !order && <Loading what="your order" />}
      {order && <Result order={order} cancelled={cancelled} />}
    </Page>
  )
}

function titleOf({ state }: Order, cancelled: boolean): string {
  if (state === 'fulfilled') return 'Thank you'
  if (state === 'failed') return 'The payment failed'
  if (state === 'cancelled' || cancelled) return 'Order cancelled'
  return state === 'refunded' || state === 'partially_refunded' ? 'Refunded' : 'Waiting for your payment'
}

function Result({ order, cancelled }: { order: Order; cancelled: boolean }) {
  const { text, tone, icon } = outcomeOf(order, cancelled)
  return (
    <Card className={styles.card}>
      <p className={classNames(styles.notice, tone)} role="status">
        <Icon name={icon} />
        <span>{text}</span>
      </p>
      <OrderSummary order={order} />
      <div className="row">
        <NextStep order={order} cancelled={cancelled} />
      </div>
    </Card>
  )
}

function outcomeOf(order: Order, cancelled: boolean): { text: string; icon: IconName; tone?: string | undefined } {
  const { state, title, next } = order
  if (state === 'fulfilled')
    return order.has_seats || next === paths.vouchers
      ? {
          text: order.gift_on
            ? `Your gift will be sent on ${formatDate(order.gift_on)}. You can change it until then.`
            : 'Your seats are ready to assign. We have also e-mailed you.',
          icon: 'check',
          tone: styles.good,
        }
      : { text: `${title} is yours now. We have also e-mailed you.`, icon: 'check', tone: styles.good }
  if (state === 'failed') return { text: 'Nothing was charged. You can try again.', icon: 'warning', tone: styles.warn }
  if (state === 'refunded') return { text: 'Your money is on its way back to you.', icon: 'info' }
  if (state === 'partially_refunded') return { text: 'Part of your money is on its way back to you.', icon: 'info' }
  if (state === 'disputed')
    return { text: 'The payment is disputed. We will write to you when it is settled.', icon: 'info' }
  if (state === 'cancelled') return { text: 'Nothing was charged.', icon: 'info' }
  if (cancelled)
    return {
      text: 'You left the checkout. Nothing was charged, and your order is still waiting for you.',
      icon: 'info',
    }
  if (order.pay_by === 'transfer')
    return {
      text: `We e-mailed you the payment details.${order.due_at ? ` Payment is due on ${formatDate(order.due_at)}.` : ''} We will write to you once it arrives.`,
      icon: 'mail',
    }
  return {
    text: 'We are waiting for your payment to be confirmed. This page updates automatically. If you paid by direct debit or from your bank account, your bank may take a few days: you can leave this page, and we will e-mail you.',
    icon: 'clock',
  }
}

function NextStep({ order, cancelled }: { order: Order; cancelled: boolean }) {
  const { state, next } = order
  if (state === 'fulfilled') {
    const to = safeLocation(next) ?? paths.dashboard
    const label = order.has_seats
      ? 'See your seats'
      : to === paths.vouchers
        ? 'See your vouchers'
        : to === paths.dashboard
          ? 'Go to your dashboard'
          : 'Start now'
    return (
      <ButtonLink to={to} variant="primary">
        {label}
      </ButtonLink>
    )
  }
  return (
    <>
      {hasCheckout(order) && (
        <ButtonLink to={paths.checkout(order.id)} variant={cancelled || state === 'failed' ? 'primary' : 'plain'}>
          Back to the checkout
        </ButtonLink>
      )}
      <ButtonLink to={productPath(order)}>Back to {order.title}</ButtonLink>
    </>
  )
}

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
import * as t from '../../messages/en/orders.ts'
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
    <Page title={order ? titleOf(order, cancelled) : t.yourPurchase} width="narrow">
      {id === null && (
        <Empty
          title={t.noOrderTitle}
          icon="search"
          action={<ButtonLink to={paths.courses}>{t.browseCourses}</ButtonLink>}
        >
          {t.noOrderText}
        </Empty>
      )}
      {error && <Failed what={t.yourOrder} why={errorMessage(error)} onRetry={() => void refetch()} />}
      {id !== null && !error && !order && <Loading what={t.yourOrder} />}
      {order && <Result order={order} cancelled={cancelled} />}
    </Page>
  )
}

function titleOf({ state }: Order, cancelled: boolean): string {
  if (state === 'fulfilled') return t.thankYou
  if (state === 'failed') return t.paymentFailedTitle
  if (state === 'cancelled' || cancelled) return t.cancelledTitle
  return state === 'refunded' || state === 'partially_refunded' ? t.refundedTitle : t.waitingTitle
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
          text: order.gift_on ? t.giftReady({ date: formatDate(order.gift_on) }) : t.seatsReady,
          icon: 'check',
          tone: styles.good,
        }
      : { text: t.contentReady({ title }), icon: 'check', tone: styles.good }
  if (state === 'failed') return { text: t.paymentFailedText, icon: 'warning', tone: styles.warn }
  if (state === 'refunded') return { text: t.refundedText, icon: 'info' }
  if (state === 'partially_refunded') return { text: t.partlyRefundedText, icon: 'info' }
  if (state === 'disputed') return { text: t.disputedText, icon: 'info' }
  if (state === 'cancelled') return { text: t.cancelledText, icon: 'info' }
  if (cancelled)
    return {
      text: t.leftCheckout,
      icon: 'info',
    }
  if (order.pay_by === 'transfer')
    return {
      text: order.due_at ? t.transferWaitingUntil({ date: formatDate(order.due_at) }) : t.transferWaiting,
      icon: 'mail',
    }
  return {
    text: t.waitingText,
    icon: 'clock',
  }
}

function NextStep({ order, cancelled }: { order: Order; cancelled: boolean }) {
  const { state, next } = order
  if (state === 'fulfilled') {
    const to = safeLocation(next) ?? paths.dashboard
    const label = order.has_seats
      ? t.seeYourSeats
      : to === paths.vouchers
        ? t.seeYourVouchers
        : to === paths.dashboard
          ? t.goToYourDashboard
          : t.startNow
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
          {t.backToCheckout}
        </ButtonLink>
      )}
      <ButtonLink to={productPath(order)}>{t.backToTitle({ title: order.title })}</ButtonLink>
    </>
  )
}

import type { Order } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { safeLocation } from '@flagyard/auth'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { formatMoney } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { productPath } from '../../lib/record-paths.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/orders.ts'
import { ConfirmButton } from '../../shell/ConfirmDialog.tsx'
import { DownloadButton } from '../../shell/DownloadButton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { SectionCard } from '../../shell/sections.tsx'
import { showError } from '../../shell/toasts.ts'
import { DocumentButtons, OrderSummary } from './OrderSummary.tsx'
import styles from './orders.module.css'
import { hasCheckout, isOpen, orderChips, refreshOrders, useOrder } from './orders.ts'

export default function OrderPage() {
  const { id = '' } = useParams()
  const query = useOrder(id)
  return (
    <Page title={query.data ? t.orderNumber({ number: query.data.number }) : t.order} width="text">
      <Loaded query={query} what={t.yourOrder}>
        {(order) => <Details order={order} />}
      </Loaded>
    </Page>
  )
}

function Details({ order }: { order: Order }) {
  const { id, state, created_at, paid_at, refunded, gift_on, pay_by, due_at } = order
  return (
    <>
      <Card as="section" className={styles.card}>
        <div className="row between">
          <p>
            {paid_at
              ? t.orderedAndPaidOn({ date: formatDate(created_at), paidOn: formatDate(paid_at) })
              : t.orderedOn({ date: formatDate(created_at) })}
          </p>
          <Chip tone={orderChips[state].tone}>{orderChips[state].label}</Chip>
        </div>
        <OrderSummary order={order} />
        {order.organisation && <ForOrganisation {...order.organisation} />}
        {(order.documents.length > 0 || order.has_pro_forma) && (
          <div className="row">
            {order.has_pro_forma && (
              <DownloadButton load={() => api.downloadProForma({ id })} name={t.proFormaFile({ number: order.number })}>
                {t.proFormaPdf}
              </DownloadButton>
            )}
            <DocumentButtons order={order} />
          </div>
        )}
        {isOpen(order) && pay_by === 'transfer' && (
          <p>{due_at ? t.transferOrderedUntil({ date: formatDate(due_at) }) : t.transferOrdered}</p>
        )}
        {refunded.amount > 0 && <p>{t.amountRefunded({ amount: formatMoney(refunded) })}</p>}
        {gift_on && <p>{t.giftSentOn({ date: formatDate(gift_on) })}</p>}
        <OrderActions order={order} />
      </Card>
      {paid_at && <OrderContents order={order} />}
    </>
  )
}

const ForOrganisation = ({ id, name }: NonNullable<Order['organisation']>) => (
  <p>
    {t.forOrganisation({
      name,
      organisation: (text) => (
        <Link to={paths.organisation(id)}>
          <bdi>{text}</bdi>
        </Link>
      ),
    })}
  </p>
)

function OrderContents({ order }: { order: Order }) {
  if (order.lines.length === 0) return null
  return (
    <SectionCard title={t.contents}>
      <ul>
        {order.lines.map(({ kind, slug, title, owned }) => {
          const product = (text: ReactNode) => <Link to={productPath({ kind, slug })}>{text}</Link>
          return <li key={`${kind} ${slug}`}>{owned ? t.ownedLine({ title, product }) : product(title)}</li>
        })}
      </ul>
    </SectionCard>
  )
}

function OrderActions({ order }: { order: Order }) {
  const { run, isPending } = useAction({ onError: showError })
  const { id, title, has_seats, next } = order
  const ownPath = safeLocation(next)
  const cancel = () =>
    run(async () => {
      queryClient.setQueryData(callQuery('getOrder', { id }).queryKey, await api.cancelOrder({ id }))
      void refreshOrders()
    })
  return (
    <div className="row">
      {hasCheckout(order) && (
        <ButtonLink to={paths.checkout(id)} variant="primary">
          {t.goToCheckout}
        </ButtonLink>
      )}
      {isOpen(order) && (
        <ConfirmButton
          label={t.cancelOrder}
          title={t.cancelOrderTitle}
          confirmLabel={t.cancelOrder}
          cancelLabel={t.keepOrder}
          isPending={isPending}
          onConfirm={cancel}
        >
          <p>{t.cancelOrderText({ title })}</p>
        </ConfirmButton>
      )}
      {has_seats && (
        <ButtonLink to={paths.orderSeats(id)} variant="primary">
          {t.seeSeats}
        </ButtonLink>
      )}
      {ownPath && !has_seats && (
        <ButtonLink to={ownPath} variant="primary">
          {ownPath === paths.vouchers ? t.seeVouchers : t.open}
        </ButtonLink>
      )}
      <ButtonLink to={paths.orders}>{t.allOrders}</ButtonLink>
    </div>
  )
}

import type { Order } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { safeLocation } from '@flagyard/auth'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { formatMoney } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { productPath } from '../../lib/record-paths.ts'
import { useAction } from '../../lib/useAction.ts'
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
    <Page title={query.data ? `Order ${query.data.number}` : 'Order'} width="text">
      <Loaded query={query} what="your order">
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
            Ordered on {formatDate(created_at)}
            {paid_at && `, paid on ${formatDate(paid_at)}`}
          </p>
          <Chip tone={orderChips[state].tone}>{orderChips[state].label}</Chip>
        </div>
        <OrderSummary order={order} />
        {order.organisation && (
          <p>
            For{' '}
            <Link to={paths.organisation(order.organisation.id)}>
              <bdi>{order.organisation.name}</bdi>
            </Link>
            . All its managers can see this order.
          </p>
        )}
        {(order.documents.length > 0 || order.has_pro_forma) && (
          <div className="row">
            {order.has_pro_forma && (
              <DownloadButton load={() => api.downloadProForma({ id })} name={`Pro forma ${order.number}.pdf`}>
                Pro forma (PDF)
              </DownloadButton>
            )}
            <DocumentButtons order={order} />
          </div>
        )}
        {isOpen(order) && pay_by === 'transfer' && (
          <p>
            We e-mailed you the payment details.{due_at && ` Payment is due on ${formatDate(due_at)}.`} You will get the
            invoice once your payment arrives.
          </p>
        )}
        {refunded.amount > 0 && <p>{formatMoney(refunded)} was refunded to you.</p>}
        {gift_on && <p>A gift, sent on {formatDate(gift_on)} at 09:00 UTC.</p>}
        <OrderActions order={order} />
      </Card>
      {paid_at && <OrderContents order={order} />}
    </>
  )
}

function OrderContents({ order }: { order: Order }) {
  if (order.lines.length === 0) return null
  return (
    <SectionCard title="Contents">
      <ul>
        {order.lines.map(({ kind, slug, title, owned }) => (
          <li key={`${kind} ${slug}`}>
            <Link to={productPath({ kind, slug })}>{title}</Link>
            {owned && ' (already yours)'}
          </li>
        ))}
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
          Go to the checkout
        </ButtonLink>
      )}
      {isOpen(order) && (
        <ConfirmButton
          label="Cancel the order"
          title="Cancel this order?"
          confirmLabel="Cancel the order"
          cancelLabel="Keep the order"
          isPending={isPending}
          onConfirm={cancel}
        >
          <p>Nothing was charged for {title}. You can order it again at any time.</p>
        </ConfirmButton>
      )}
      {has_seats && (
        <ButtonLink to={paths.orderSeats(id)} variant="primary">
          See the seats
        </ButtonLink>
      )}
      {ownPath && !has_seats && (
        <ButtonLink to={ownPath} variant="primary">
          {ownPath === paths.vouchers ? 'See the vouchers' : 'Open'}
        </ButtonLink>
      )}
      <ButtonLink to={paths.orders}>All orders</ButtonLink>
    </div>
  )
}

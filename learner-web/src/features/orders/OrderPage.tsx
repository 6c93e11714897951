import type { Order } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { safeLocation } from '@flagyard/auth'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { formatMoney } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { saveFile } from '@flagyard/ui/save-file'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { productPath } from '../../lib/record-paths.ts'
import { useAction } from '../../lib/useAction.ts'
import { ConfirmDialog } from '../../shell/ConfirmDialog.tsx'
import { Page } from '../../shell/Page.tsx'
import { showError } from '../../shell/toasts.ts'
import { OrderSummary } from './OrderSummary.tsx'
import styles from './orders.module.css'
import { hasCheckout, isOpen, orderChips, refreshOrders, useOrder } from './orders.ts'

export default function OrderPage() {
  const { id = '' } = useParams()
  const { data: order, error, refetch } = useOrder(id)
  return (
    <Page title={order ? `Order ${order.number}` : 'Order'} width="text">
      {error && <Failed what="this order" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !order && <Loading what="your order" />}
      {!error && order && <Details order={order} />}
    </Page>
  )
}

function Details({ order }: { order: Order }) {
  const { state, created_at, paid_at, refunded, gift_on, pay_by, due_at } = order
  return (
    <>
      <Card as="section" className={styles.card}>
        <div className={styles.head}>
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
            , whose managers see it, too.
          </p>
        )}
        <Documents order={order} />
        {isOpen(order) && pay_by === 'transfer' && (
          <p>
            We have e-mailed you what to transfer{due_at && `, which is due on ${formatDate(due_at)}`}. The invoice
            follows once it has arrived.
          </p>
        )}
        {refunded.amount > 0 && <p>{formatMoney(refunded)} of it went back to you.</p>}
        {gift_on && <p>A gift for {formatDate(gift_on)}, at 09:00 UTC.</p>}
        <Ways order={order} />
      </Card>
      {paid_at && <Opened order={order} />}
    </>
  )
}

function Documents({ order: { id, number: order, documents, has_pro_forma } }: { order: Order }) {
  const { run, pendingName } = useAction({ onError: showError })
  if (documents.length === 0 && !has_pro_forma) return null
  const PRO_FORMA = 'pro forma'
  const download = (document_id: string, number: string) =>
    run(async () => saveFile(await api.downloadOrderDocument({ id, document_id }), `${number}.pdf`), document_id)
  return (
    <div className="row">
      {has_pro_forma && (
        <Button
          busy={pendingName === PRO_FORMA}
          onClick={() =>
            void run(async () => saveFile(await api.downloadProForma({ id }), `Pro forma ${order}.pdf`), PRO_FORMA)
          }
        >
          Pro forma (PDF)
        </Button>
      )}
      {documents.map(({ id: document, number, kind }) => (
        <Button key={document} busy={pendingName === document} onClick={() => void download(document, number)}>
          {kind === 'invoice' ? 'Invoice' : 'Credit note'} {number}
        </Button>
      ))}
    </div>
  )
}

function Opened({ order }: { order: Order }) {
  if (order.lines.length === 0) return null
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.name}>What it opens</h2>
      <ul>
        {order.lines.map(({ kind, slug, title, owned }) => (
          <li key={`${kind} ${slug}`}>
            <Link to={productPath({ kind, slug })}>{title}</Link>
            {owned && ' (you had it already)'}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Ways({ order }: { order: Order }) {
  const [isAsking, setAsking] = useState(false)
  const { run, isPending } = useAction({ onError: showError })
  const { id, title, has_seats, next } = order
  const ownPath = safeLocation(next)
  const cancel = () =>
    run(async () => {
      queryClient.setQueryData(callQuery('getOrder', { id }).queryKey, await api.cancelOrder({ id }))
      void refreshOrders()
      setAsking(false)
    })
  return (
    <div className="row">
      {hasCheckout(order) && (
        <ButtonLink to={paths.checkout(id)} variant="primary">
          Go to the checkout
        </ButtonLink>
      )}
      {isOpen(order) && <Button onClick={() => setAsking(true)}>Cancel the order</Button>}
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
      <ConfirmDialog
        open={isAsking}
        title="Cancel this order?"
        confirmLabel="Cancel the order"
        cancelLabel="Keep it"
        isPending={isPending}
        onConfirm={cancel}
        onClose={() => setAsking(false)}
      >
        <p>Nothing was charged for {title}. You can order it again at any time.</p>
      </ConfirmDialog>
    </div>
  )
}

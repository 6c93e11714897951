import type { Order } from '@flagyard/api-types'
import { formatMoney } from '@flagyard/ui/format'
import { api } from '../../lib/api.ts'
import { totalLabel } from '../../lib/format.ts'
import * as t from '../../messages/en/orders.ts'
import { DownloadButton } from '../../shell/DownloadButton.tsx'
import styles from './orders.module.css'

export function OrderSummary({ order }: { order: Order }) {
  const { kind, title, lines, quantity, gift, number, total } = order
  const owned = lines.filter((line) => line.owned)
  return (
    <dl className={styles.summary}>
      <Row label={t.kinds[kind]}>{title}</Row>
      {(quantity > 1 || gift) && <Row label={t.seats}>{gift ? t.giftSeats({ seats: quantity }) : quantity}</Row>}
      <Row label={t.order}>
        <span className="mono">{number}</span>
      </Row>
      {lines.length > 1 && (
        <>
          {lines.map(({ slug, title, price }) => (
            <Row key={slug} label={quantity === 1 ? title : t.lineWithSeats({ title, seats: quantity })}>
              {formatMoney({ ...price, amount: price.amount * quantity })}
            </Row>
          ))}
          {owned.map(({ slug, title, price }) => (
            <Row key={slug} label={t.alreadyYours({ title })}>
              −{formatMoney(price)}
            </Row>
          ))}
        </>
      )}
      <Row label={totalLabel(order)} strong>
        {formatMoney(total)}
      </Row>
    </dl>
  )
}

function Row({ label, strong = false, children }: { label: string; strong?: boolean; children: React.ReactNode }) {
  return (
    <div className={strong ? styles.total : styles.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Downloads of an order's invoices and credit notes. */
export const DocumentButtons = ({ order: { id, documents }, size }: DocumentButtonsProps) =>
  documents.map(({ id: document_id, number, kind }) => (
    <DownloadButton
      key={document_id}
      size={size}
      load={() => api.downloadOrderDocument({ id, document_id })}
      name={`${number}.pdf`}
    >
      {kind === 'invoice' ? t.invoiceNumber({ number }) : t.creditNoteNumber({ number })}
    </DownloadButton>
  ))

interface DocumentButtonsProps {
  order: Pick<Order, 'id' | 'documents'>
  size?: 'small'
}

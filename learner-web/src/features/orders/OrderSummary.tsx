import type { Order } from '@flagyard/api-types'
import { countOf, formatMoney } from '@flagyard/ui/format'
import { api } from '../../lib/api.ts'
import { totalLabel } from '../../lib/format.ts'
import { DownloadButton } from '../../shell/DownloadButton.tsx'
import styles from './orders.module.css'
import { kindNames } from './orders.ts'

export function OrderSummary({ order }: { order: Order }) {
  const { kind, title, lines, quantity, gift, number, total } = order
  const owned = lines.filter((line) => line.owned)
  return (
    <dl className={styles.summary}>
      <Row label={kindNames[kind]}>{title}</Row>
      {(quantity > 1 || gift) && (
        <Row label="Seats">
          {quantity}
          {gift && ' (a gift)'}
        </Row>
      )}
      <Row label="Order">
        <span className="mono">{number}</span>
      </Row>
      {lines.length > 1 && (
        <>
          {lines.map(({ slug, title, price }) => (
            <Row key={slug} label={quantity === 1 ? title : `${title}, ${countOf(quantity, 'seat')}`}>
              {formatMoney({ ...price, amount: price.amount * quantity })}
            </Row>
          ))}
          {owned.map(({ slug, title, price }) => (
            <Row key={slug} label={`Already yours: ${title}`}>
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
      {kind === 'invoice' ? 'Invoice' : 'Credit note'} {number}
    </DownloadButton>
  ))

interface DocumentButtonsProps {
  order: Pick<Order, 'id' | 'documents'>
  size?: 'small'
}

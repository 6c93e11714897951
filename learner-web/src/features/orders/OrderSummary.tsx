import type { Order } from '@flagyard/api-types'
import { countOf, formatMoney } from '@flagyard/ui/format'
import { totalLabel } from '../../lib/format.ts'
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
            <Row key={slug} label={`You have ${title} already`}>
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

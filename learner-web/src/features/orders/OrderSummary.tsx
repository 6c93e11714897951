import type { Order } from '@flagyard/api-types'
import { formatMoney } from '@flagyard/ui/format'
import styles from './orders.module.css'

const kinds = { course: 'Course', bundle: 'Bundle', lab: 'Lab', exam: 'Exam' } as const

/** What was ordered, for how many, and the total. */
export function OrderSummary({ order }: { order: Order }) {
  return (
    <dl className={styles.summary}>
      <Row label={kinds[order.kind]}>{order.title}</Row>
      <Row label="Seats">
        {order.quantity}
        {order.gift && ' (a gift)'}
      </Row>
      <Row label="Order">
        <span className="mono">{order.number}</span>
      </Row>
      <Row label="Total" strong>
        {formatMoney(order.total)}
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

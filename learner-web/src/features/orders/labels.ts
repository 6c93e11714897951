import type { Order, UnpaidOrder } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'

export const kindNames = { course: 'Course', bundle: 'Bundle', lab: 'Lab', exam: 'Exam' } as const

export const orderChips = {
  draft: { label: 'Not paid yet', tone: 'warn' },
  awaiting_payment: { label: 'Not paid yet', tone: 'warn' },
  paid: { label: 'Paid', tone: 'info' },
  fulfilled: { label: 'Complete', tone: 'good' },
  failed: { label: 'Payment failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  partially_refunded: { label: 'Partly refunded', tone: 'info' },
  refunded: { label: 'Refunded', tone: 'info' },
  disputed: { label: 'Payment disputed', tone: 'warn' },
} as const satisfies Record<Order['state'], { label: string; tone: string }>

/** True if the order can be paid online. Transfers cannot. */
export const hasCheckout = (order: Pick<Order, 'state' | 'pay_by'>) => isOpen(order) && order.pay_by !== 'transfer'

/** True if the order can still be paid. */
export const isOpen = ({ state }: Pick<Order, 'state'>) => ['draft', 'awaiting_payment', 'failed'].includes(state)

/** Link to pay an order: the checkout, or the order's page with the details for a transfer. */
export const payWay = (order: UnpaidOrder): { to: string; label: string } =>
  hasCheckout(order)
    ? { to: paths.checkout(order.id), label: 'Go to the checkout' }
    : { to: paths.order(order.id), label: 'See how to pay' }

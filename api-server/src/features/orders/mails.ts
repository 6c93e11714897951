import { paths } from '@flagyard/api-types/links'
import type { OutgoingMail } from '../../mail/outbox.ts'
import type { OrderRow } from './queries.ts'

interface Buyer {
  id: string
  email: string
  full_name: string
}

export const formatPrice = (amount: number, currency: string) =>
  amount === 0 ? 'nothing' : new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100)

const openLabels = {
  course: 'Start learning',
  bundle: 'Go to your dashboard',
  lab: 'Go to the lab',
  exam: 'See your exam',
} as const

/** Sent when an order is fulfilled. `contentPath` leads to what it opened for the buyer; null when they got vouchers alone. */
export function orderMail(order: OrderRow, buyer: Buyer, publicUrl: string, contentPath: string | null): OutgoingMail {
  const ready =
    contentPath === null
      ? 'Your vouchers are ready. You can see who has one and pass on the others.'
      : 'It is open in your account now.'
  return {
    kind: 'order',
    to: buyer.email,
    userId: buyer.id,
    dedupeKey: `order:${order.id}:fulfilled`,
    content: {
      subject: `Your order ${order.number}: ${order.title}`,
      preview: contentPath === null ? 'Your vouchers are ready.' : 'It is open in your account now.',
      heading: 'Thank you for your order',
      paragraphs: [
        `Hello ${buyer.full_name},`,
        `${order.number}: ${order.quantity === 1 ? '' : `${order.quantity} × `}${order.title}, ${formatPrice(order.total_amount, order.currency)}.`,
        ready,
        ...(order.tax_lines.length > 0 ? [`Your invoice is with your order, at ${publicUrl}${paths.orders}.`] : []),
      ],
      action:
        contentPath === null
          ? { label: 'See the vouchers', url: `${publicUrl}${paths.vouchers}` }
          : { label: openLabels[order.kind], url: `${publicUrl}${contentPath}` },
    },
  }
}

/** Sent when a late payment is for something that is no longer for sale. */
export const refundedMail = (order: OrderRow, buyer: Buyer, publicUrl: string): OutgoingMail => ({
  kind: 'order_refunded',
  to: buyer.email,
  userId: buyer.id,
  dedupeKey: `order:${order.id}:refunded`,
  content: {
    subject: `We are refunding your order ${order.number}`,
    preview: 'Your payment arrived after the sale had ended.',
    heading: 'We are refunding your order',
    paragraphs: [
      `Hello ${buyer.full_name},`,
      `Your payment for ${order.title} arrived when it was no longer for sale. We are refunding ${formatPrice(order.total_amount, order.currency)} in full. You do not need to do anything.`,
    ],
    action: { label: 'See other courses', url: `${publicUrl}${paths.courses}` },
  },
})

import { paths } from '@flagyard/api-types/links'
import type { OutgoingMail } from '../../mail/outbox.ts'
import type { OrderRow } from './queries.ts'

interface Buyer {
  id: string
  email: string
  full_name: string
}

export const priceInWords = (amount: number, currency: string) =>
  amount === 0 ? 'nothing' : new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100)

/** Sent when an order is fulfilled: what was bought, for how much, and where it is. */
export const orderMail = (order: OrderRow, buyer: Buyer, publicUrl: string, own: boolean): OutgoingMail => ({
  kind: 'order',
  to: buyer.email,
  userId: buyer.id,
  dedupeKey: `order:${order.id}:fulfilled`,
  content: {
    subject: `Your order ${order.number}: ${order.title}`,
    preview: own ? 'It is open now.' : 'Your vouchers are ready.',
    heading: 'Thank you for your order',
    paragraphs: [
      `Hello ${buyer.full_name},`,
      `${order.number}: ${order.quantity === 1 ? '' : `${order.quantity} × `}${order.title}, ${priceInWords(order.total_amount, order.currency)}.`,
      own ? 'It is open in your account now.' : 'Your vouchers are ready: see who has one, and pass on the others.',
    ],
    action: own
      ? { label: 'Start learning', url: `${publicUrl}${paths.dashboard}` }
      : { label: 'See the vouchers', url: `${publicUrl}${paths.vouchers}` },
  },
})

/** A payment arrived for something that is no longer sold: the money goes back. */
export const refundedMail = (order: OrderRow, buyer: Buyer, publicUrl: string): OutgoingMail => ({
  kind: 'order_refunded',
  to: buyer.email,
  userId: buyer.id,
  dedupeKey: `order:${order.id}:refunded`,
  content: {
    subject: `Your order ${order.number} is refunded`,
    preview: 'Your payment came when it was no longer sold.',
    heading: 'We give your money back',
    paragraphs: [
      `Hello ${buyer.full_name},`,
      `Your payment for ${order.title} arrived when it was no longer for sale. We refund ${priceInWords(order.total_amount, order.currency)} in full; you need not do anything.`,
    ],
    action: { label: 'See other courses', url: `${publicUrl}${paths.courses}` },
  },
})

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

/** Sent when an order is fulfilled; `hasOwnSeat` says whether the buyer got access or only vouchers. */
export const orderMail = (order: OrderRow, buyer: Buyer, publicUrl: string, hasOwnSeat: boolean): OutgoingMail => ({
  kind: 'order',
  to: buyer.email,
  userId: buyer.id,
  dedupeKey: `order:${order.id}:fulfilled`,
  content: {
    subject: `Your order ${order.number}: ${order.title}`,
    preview: hasOwnSeat ? 'You can start now.' : 'Your vouchers are ready.',
    heading: 'Thank you for your order',
    paragraphs: [
      `Hello ${buyer.full_name},`,
      `${order.number}: ${order.quantity === 1 ? '' : `${order.quantity} × `}${order.title}, ${formatPrice(order.total_amount, order.currency)}.`,
      hasOwnSeat ? 'You can start now.' : 'Your vouchers are ready. You can see who has one and pass on the others.',
    ],
    action: hasOwnSeat
      ? { label: 'Start learning', url: `${publicUrl}${paths.dashboard}` }
      : { label: 'See the vouchers', url: `${publicUrl}${paths.vouchers}` },
  },
})

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

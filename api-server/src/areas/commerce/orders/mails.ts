import { formatExact } from '@flagyard/api-types/contract/money'
import { paths } from '@flagyard/api-types/links'
import type { SellerFacts } from '../../../db/schema/index.ts'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'
import type { OrderRow } from './queries.ts'

export interface Buyer {
  id: string
  email: string
  full_name: string
}

const totalOf = ({ total_amount: amount, currency }: OrderRow) => formatExact({ amount, currency })

const openLabels = { course: 'Start learning', bundle: 'Go to your dashboard', lab: 'Go to the lab', exam: 'View exam' }

/** Mail about a fulfilled order. `contentPath` is null if the buyer only received vouchers. `isOwned`: the buyer already had some of it. */
export function orderMail(
  order: OrderRow,
  buyer: Buyer,
  publicUrl: string,
  contentPath: string | null,
  isOwned = false,
): OutgoingMail {
  const ready = isOwned
    ? 'You already had some or all of this when your payment arrived. The code for that part is unused. You can pass it on, or write to us about it.'
    : contentPath === null
      ? 'Your seats are ready. You can see who has one and pass on the others.'
      : 'It is open in your account now.'
  return {
    kind: 'order',
    to: buyer.email,
    userId: buyer.id,
    dedupeKey: `order:${order.id}:fulfilled`,
    content: {
      subject: `Your order ${order.number}: ${order.title}`,
      preview: isOwned
        ? 'You already had this. Write to us about it.'
        : contentPath === null
          ? 'Your seats are ready.'
          : 'It is open in your account now.',
      heading: 'Thank you for your order',
      paragraphs: [
        greeting(buyer),
        `${order.number}: ${order.quantity === 1 ? '' : `${order.quantity} × `}${order.title}, ${order.total_amount === 0 ? 'free of charge' : totalOf(order)}.`,
        ready,
        ...(order.tax_lines.length > 0 ? [`Your invoice is with your order, at ${publicUrl}${paths.orders}.`] : []),
      ],
      action:
        contentPath === null
          ? { label: 'See your seats', url: `${publicUrl}${paths.orderSeats(order.id)}` }
          : { label: openLabels[order.kind], url: `${publicUrl}${contentPath}` },
    },
  }
}

/** Sent when a late payment is for an item that is no longer for sale. */
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
      greeting(buyer),
      `Your payment for ${order.title} arrived when it was no longer for sale. We are refunding ${totalOf(order)} in full. You do not need to do anything.`,
    ],
    action: { label: 'See other courses', url: `${publicUrl}${paths.courses}` },
  },
})

const dayOf = (at: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)

const transferMailOf = (
  order: OrderRow,
  buyer: Buyer,
  publicUrl: string,
  { key, subject, heading, sentences }: { key: string; subject: string; heading: string; sentences: string[] },
): OutgoingMail => ({
  kind: 'order_transfer',
  to: buyer.email,
  userId: buyer.id,
  dedupeKey: `order:${order.id}:transfer:${key}`,
  about: `order:${order.id}`,
  content: {
    subject: `${subject}: order ${order.number}`,
    preview: sentences[0] ?? '',
    heading,
    paragraphs: [greeting(buyer), ...sentences],
    action: { label: 'See the order', url: `${publicUrl}${paths.orders}` },
  },
})

/** The mail, plus a copy to the organisation's invoice address if that differs from the recipient. */
export function withInvoiceCopy({ billing }: Pick<OrderRow, 'billing'>, mail: OutgoingMail): OutgoingMail[] {
  const to = billing?.invoice_email
  if (!to || to.toLowerCase() === mail.to.toLowerCase()) return [mail]
  return [mail, { ...mail, to, userId: null, ...(mail.dedupeKey && { dedupeKey: `${mail.dedupeKey}:invoices` }) }]
}

/** Account holder and bank details for a transfer. */
type Payee = Pick<SellerFacts, 'name' | 'iban' | 'bic'> | undefined

const accountOf = (payee: Payee) =>
  payee?.iban
    ? `Our account: ${payee.name}, IBAN ${payee.iban.replace(/(.{4})(?=.)/g, '$1 ')}${payee.bic ? `, BIC ${payee.bic}` : ''}.`
    : 'Please write to us for the details of our bank account.'

/** Payment instructions, sent when a company orders by transfer. */
export const transferMail = (order: OrderRow, buyer: Buyer, payee: Payee, publicUrl: string): OutgoingMail =>
  transferMailOf(order, buyer, publicUrl, {
    key: 'asked',
    subject: 'How to pay',
    heading: 'Thank you for your order',
    sentences: [
      `Please transfer ${totalOf(order)} for ${order.title}${order.due_at ? ` by ${dayOf(order.due_at)}` : ''}, and give ${order.number} as the reference.`,
      accountOf(payee),
      'Your vouchers are ready as soon as the whole amount has arrived. What to transfer is attached and with your order as a pro forma; the invoice follows once it is paid.',
    ],
  })

/** An unpaid order by transfer, with the missing amount in minor units. */
interface Owed extends Buyer {
  order: OrderRow
  missing: number
}

/** Transfer reminders: 1 before the due date, 2 on it, 3 after it. */
export function reminderMail(
  { order, missing, ...buyer }: Owed,
  stage: 1 | 2 | 3,
  payee: Payee,
  publicUrl: string,
): OutgoingMail {
  const amount = formatExact({ amount: missing, currency: order.currency })
  const due = order.due_at ? dayOf(order.due_at) : ''
  const asked = `Please give ${order.number} as the reference, so that we know it is yours. If you have already paid, thank you: a transfer may take a day or two to reach us.`
  const texts = {
    1: { subject: 'Payment due soon', sentence: `Your transfer of ${amount} for ${order.title} is due on ${due}.` },
    2: { subject: 'Payment due today', sentence: `Your transfer of ${amount} for ${order.title} is due today.` },
    3: {
      subject: 'Payment overdue',
      sentence: `We expected your transfer of ${amount} for ${order.title} by ${due}. It has not arrived yet.`,
    },
  }
  const { subject, sentence } = texts[stage]
  return transferMailOf(order, buyer, publicUrl, {
    key: `reminder:${stage}`,
    subject,
    heading: subject,
    sentences: [sentence, accountOf(payee), asked],
  })
}

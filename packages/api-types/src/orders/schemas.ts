import { z } from 'zod'
import { email, line, money, slug, text, time, uuid } from '../contract/fields.ts'
import { country, taxLine } from '../taxes/schemas.ts'
import { ownRefund } from './refund-schemas.ts'

export const billing = z.strictObject({
  company: line(160).optional(),
  tax_id: line(40).optional(),
  address: line(300).optional(),
  reference: line(80).optional(),
  country: country.optional(),
  /** Stated type of buyer; a tax id only counts for businesses and public bodies. */
  kind: z.enum(['private', 'business', 'public']).optional(),
})
/** The buyer's message to the recipients of the seats. */
export const giftMessage = text(500).trim()
/** Maximum number of days that a gift can be scheduled ahead. */
export const MAX_GIFT_DAYS = 365
export const giftDay = z.iso.date('Choose a day')
/** Data that the buyer sees about users of the seats: only that they use them, or also start, end, completion and certificate. */
export const orderVisibility = z.enum(['seats', 'progress'])
export type OrderVisibility = z.output<typeof orderVisibility>
/** Payment method: on the provider's page, or by bank transfer. */
export const payBy = z.enum(['card', 'transfer'])
/** Maximum number of seats per order. */
export const MAX_QUANTITY = 500
const purchase = z.strictObject({
  slug,
  quantity: z.int().min(1).max(MAX_QUANTITY),
  gift: z.boolean().optional(),
  /** One seat each, in this order. */
  recipients: z.array(email).max(MAX_QUANTITY).optional(),
  /** Included in the e-mails to the recipients. */
  gift_message: giftMessage.optional(),
  /** Day on which those e-mails are sent, at 09:00 UTC. Default: once the order is paid. */
  gift_on: giftDay.optional(),
  visibility: orderVisibility.optional(),
  billing: billing.optional(),
  /** Organisation managed by the buyer. It is billed, and its managers share the order. Only the reference in `billing` is used then. */
  organisation_id: uuid.optional(),
  /** Companies may pay by transfer; everyone else pays immediately. */
  pay_by: payBy.optional(),
  /** Version of the terms that the buyer accepts. May be omitted if they accepted a sufficient version before, or if no terms are published. */
  terms: z.string().max(40).optional(),
})
export const purchaseCoursePayload = purchase
export const purchaseCourseBundlePayload = purchase
export const purchaseLabPayload = purchase
export const purchaseExamPayload = purchase

export const orderState = z.enum([
  'draft',
  'awaiting_payment',
  'paid',
  'fulfilled',
  'failed',
  'cancelled',
  'partially_refunded',
  'refunded',
  'disputed',
])

/** Result of a purchase: the payment page, or null if there is nothing to pay. */
export const checkout = z.object({ order_id: uuid, state: orderState, checkout_url: z.string().nullable() })
export type Checkout = z.output<typeof checkout>

/** A course, lab or exam in an order, as of the checkout. */
export const orderLine = z.object({
  kind: z.enum(['course', 'lab', 'exam']),
  slug: z.string(),
  title: z.string(),
  /** Price of one seat. In a bundle, its share of the bundle price. */
  price: money,
  /** The buyer already had it, so it was deducted from the price of their own seat. */
  owned: z.boolean(),
})
/** An invoice or a credit note. */
export const orderDocument = z.object({
  id: uuid,
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  issued_at: time,
  total: money,
})
export type OrderDocument = z.output<typeof orderDocument>
export const order = z.object({
  id: uuid,
  number: z.string(),
  state: orderState,
  title: z.string(),
  kind: z.enum(['course', 'bundle', 'lab', 'exam']),
  slug: z.string(),
  quantity: z.int(),
  gift: z.boolean(),
  lines: z.array(orderLine),
  /** Deduction for content that the buyer already had. */
  discount: money,
  /** Amount charged, including tax. */
  total: money,
  refunded: money,
  gift_message: z.string().nullable(),
  gift_on: z.string().nullable(),
  visibility: orderVisibility,
  /** Null if there is nothing to pay. */
  pay_by: payBy.nullable(),
  /** Due date of a transfer. */
  due_at: time.nullable(),
  tax: money,
  tax_lines: z.array(taxLine),
  documents: z.array(orderDocument),
  /** Whether a pro forma invoice is available, for an unpaid transfer. */
  has_pro_forma: z.boolean(),
  created_at: time,
  paid_at: time.nullable(),
  /** Whether it has seats to assign. */
  has_seats: z.boolean(),
  /** Refunds made or in progress, newest first. */
  refunds: z.array(ownRefund),
  /** Organisation that owns the order; null if the buyer owns it. */
  organisation: z.object({ id: uuid, name: z.string() }).nullable(),
  /** Page to show after a fulfilled order: the content for the buyer's own seat, else the vouchers. */
  next: z.string().nullable(),
})
export type Order = z.output<typeof order>
/** Fields for reminding a buyer of an unpaid order. */
export const unpaidOrder = order.pick({ id: true, state: true, title: true, kind: true, slug: true, pay_by: true })
export type UnpaidOrder = z.output<typeof unpaidOrder>
/** An order of an organisation, with the name of the manager who placed it. */
export const organisationOrder = z.object({ ...order.shape, bought_by: z.string() })
export type OrganisationOrder = z.output<typeof organisationOrder>
export const orderQuoteAsk = z.strictObject({
  kind: z.enum(['course', 'bundle', 'lab', 'exam']),
  slug,
  quantity: z.int().min(1).max(MAX_QUANTITY),
  gift: z.boolean().optional(),
  billing: billing.optional(),
  organisation_id: uuid.optional(),
})
/** Price of an order for the caller, if placed now. */
export const orderQuote = z.object({
  /** Catalogue price of a seat, including the seller's tax. */
  unit: money,
  discount: money,
  /** Amount charged: `net` plus `tax`. */
  net: money,
  tax: money,
  total: money,
  tax_lines: z.array(taxLine),
  /** Prices include tax. */
  tax_included: z.literal(true),
  /** Slugs of the content that the caller already has. */
  owned: z.array(z.string()),
  /** Whether the tax id has the format and checksum of its country. */
  tax_id: z.enum(['valid', 'invalid', 'not_given']),
  /** VAT is charged although no VAT applies to the billing country, because the buyer's profile names a different country or none. */
  country_doubted: z.boolean(),
  /** Available payment methods. If empty, it is not on sale at the moment. */
  pay_by: z.array(z.enum(['card', 'transfer'])),
})
export type OrderQuote = z.output<typeof orderQuote>
/** Price of a bundle for the caller, who may already own some of its courses. */
export const myBundle = z.object({
  slug: z.string(),
  /** Slugs of the courses that the caller has. */
  owned: z.array(z.string()),
  price: money,
})
export type MyBundle = z.output<typeof myBundle>
/** Changes a gift before its day. Omitted fields stay unchanged; an empty message removes it. */
export const giftUpdate = z.strictObject({ message: giftMessage.optional(), on: giftDay.optional() })
/** Outcome chosen in the demo checkout, in place of a real payment. */
export const demoPayment = z.strictObject({ outcome: z.enum(['paid', 'declined', 'cancelled']) })

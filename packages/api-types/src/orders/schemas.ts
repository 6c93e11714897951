import { z } from 'zod'
import { email, line, listFilter, money, slug, time, uuid } from '../contract/fields.ts'
import { country, taxLine } from '../taxes/schemas.ts'

export const billing = z.strictObject({
  company: line(160).optional(),
  tax_id: line(40).optional(),
  address: line(300).optional(),
  reference: line(80).optional(),
  country: country.optional(),
  /** What is said to be bought for; a tax id counts for a business and a public body. */
  kind: z.enum(['private', 'business', 'public']).optional(),
})
/** Seats per order. */
export const MAX_QUANTITY = 500
const purchase = z.strictObject({
  slug,
  quantity: z.int().min(1).max(MAX_QUANTITY),
  gift: z.boolean().optional(),
  recipients: z.array(email).max(MAX_QUANTITY).optional(),
  billing: billing.optional(),
  /** Version of the terms that the buyer accepts; needed where something is to be paid. */
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

/** Result of a purchase: where to pay, or null when there is nothing to pay. */
export const checkout = z.object({ order_id: uuid, state: orderState, checkout_url: z.string().nullable() })
export type Checkout = z.output<typeof checkout>

/** A course, lab or exam in an order, as it was at checkout. */
export const orderLine = z.object({
  kind: z.enum(['course', 'lab', 'exam']),
  slug: z.string(),
  title: z.string(),
  /** Of one seat. In a bundle, its share of the bundle's price. */
  price: money,
  /** The buyer had it already, so it was taken off the price of their own seat. */
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
  /** What was taken off for content that the buyer had already. */
  discount: money,
  /** What is charged, with the tax in it. */
  total: money,
  tax: money,
  tax_lines: z.array(taxLine),
  documents: z.array(orderDocument),
  created_at: time,
  paid_at: time.nullable(),
  /** Page to show after a fulfilled order: the content for the buyer's own seat, else the vouchers. */
  next: z.string().nullable(),
})
export type Order = z.output<typeof order>
/** An order in the admin console. */
export const userOrder = order
  .omit({ next: true, lines: true, discount: true, tax: true, tax_lines: true, documents: true })
  .extend({ refunded: money, provider: z.string() })
export type UserOrder = z.output<typeof userOrder>
export const userOrderFilter = listFilter({ disputed: z.literal(true).optional() })
export const orderQuoteAsk = z.strictObject({
  kind: z.enum(['course', 'bundle', 'lab', 'exam']),
  slug,
  quantity: z.int().min(1).max(MAX_QUANTITY),
  gift: z.boolean().optional(),
  billing: billing.optional(),
})
/** What an order would cost the caller now. */
export const orderQuote = z.object({
  /** The price of a seat as the catalogue says it, with the seller's tax in it. */
  unit: money,
  discount: money,
  /** What is charged: `net` and `tax`. */
  net: money,
  tax: money,
  total: money,
  tax_lines: z.array(taxLine),
  /** Prices contain the tax. */
  tax_included: z.literal(true),
  /** Slugs of what the caller has already. */
  owned: z.array(z.string()),
  /** Whether the tax id has the form and the checksum of its country's. */
  tax_id: z.enum(['valid', 'invalid', 'not_given']),
})
export type OrderQuote = z.output<typeof orderQuote>
/** What a bundle costs the caller, who may own some of its courses. */
export const myBundle = z.object({
  slug: z.string(),
  /** Slugs of the courses that the caller has. */
  owned: z.array(z.string()),
  price: money,
})
export type MyBundle = z.output<typeof myBundle>
/** The choice that the demo checkout offers instead of a real payment. */
export const demoPayment = z.strictObject({ outcome: z.enum(['paid', 'declined', 'cancelled']) })

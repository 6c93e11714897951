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
  /** What is said to be bought for; a tax id counts for a business and a public body. */
  kind: z.enum(['private', 'business', 'public']).optional(),
})
/** Words of the buyer to those who get the seats. */
export const giftMessage = text(500).trim()
/** Days that a gift can be ordered ahead. */
export const MAX_GIFT_DAYS = 365
export const giftDay = z.iso.date('Choose a day')
/** What the buyer sees of those who use the seats: that they use them; or also start, end, completion and certificate. */
export const orderVisibility = z.enum(['seats', 'progress'])
export type OrderVisibility = z.output<typeof orderVisibility>
/** How an order is paid: on the provider's page, or by a transfer to our bank. */
export const payBy = z.enum(['card', 'transfer'])
export type PayBy = z.output<typeof payBy>
/** Seats per order. */
export const MAX_QUANTITY = 500
const purchase = z.strictObject({
  slug,
  quantity: z.int().min(1).max(MAX_QUANTITY),
  gift: z.boolean().optional(),
  /** One seat each, in their order. */
  recipients: z.array(email).max(MAX_QUANTITY).optional(),
  /** In the e-mails to the recipients. */
  gift_message: giftMessage.optional(),
  /** The day on which those e-mails go out, at 09:00 UTC; without it, once it is paid. */
  gift_on: giftDay.optional(),
  visibility: orderVisibility.optional(),
  billing: billing.optional(),
  /** An organisation that the buyer manages: it is billed, and the order is its managers’. Of `billing`, only a reference counts then. */
  organisation_id: uuid.optional(),
  /** A company may pay by transfer; otherwise one pays at once. */
  pay_by: payBy.optional(),
  /** Version of the terms that the buyer accepts. Left out, they must have accepted the current one before, at sign-up or with an order. */
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
  refunded: money,
  gift_message: z.string().nullable(),
  gift_on: z.string().nullable(),
  visibility: orderVisibility,
  /** Null where nothing is to be paid. */
  pay_by: payBy.nullable(),
  /** Until when a transfer is expected. */
  due_at: time.nullable(),
  tax: money,
  tax_lines: z.array(taxLine),
  documents: z.array(orderDocument),
  /** Whether there is a pro forma to pay by: of a transfer that is not paid yet. */
  has_pro_forma: z.boolean(),
  created_at: time,
  paid_at: time.nullable(),
  /** Whether it has seats to pass on. */
  has_seats: z.boolean(),
  /** What went back, or is on its way, the newest first. */
  refunds: z.array(ownRefund),
  /** The organisation whose order it is; null: the buyer’s own. */
  organisation: z.object({ id: uuid, name: z.string() }).nullable(),
  /** Page to show after a fulfilled order: the content for the buyer's own seat, else the vouchers. */
  next: z.string().nullable(),
})
export type Order = z.output<typeof order>
/** What is needed to remind its buyer of an order that is not paid. */
export const unpaidOrder = order.pick({ id: true, state: true, title: true, kind: true, slug: true, pay_by: true })
export type UnpaidOrder = z.output<typeof unpaidOrder>
/** An order of an organisation, with the name of whoever placed it. */
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
  /** VAT is charged although the billing country has none, because the buyer's profile names another country or none. */
  country_doubted: z.boolean(),
  /** Open ways to pay. None: it is not on sale at the moment. */
  pay_by: z.array(z.enum(['card', 'transfer'])),
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
/** A gift that waits for its day: what is not named stays. An empty message takes it away. */
export const giftUpdate = z.strictObject({ message: giftMessage.optional(), on: giftDay.optional() })
/** The choice that the demo checkout offers instead of a real payment. */
export const demoPayment = z.strictObject({ outcome: z.enum(['paid', 'declined', 'cancelled']) })

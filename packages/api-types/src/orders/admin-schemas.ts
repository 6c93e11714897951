import { z } from 'zod'
import { accountSearch, count, listFilter, money, search, time, uuid } from '../contract/fields.ts'
import { taxIdCheck } from '../organisations/schemas.ts'
import { timelineEvent } from '../users/schemas.ts'
import { mailAbout } from '../vouchers/schemas.ts'
import { orderDispute, orderRefund } from './refund-schemas.ts'
import { order, orderDocument, orderLine, orderState } from './schemas.ts'

export const orderProvider = z.enum(['stripe', 'invoice', 'demo', 'free'])

/** Tax rule of an order. */
const taxRule = z.enum(['home', 'oss', 'reverse_charge', 'outside'])

const orderColumns = {
  ...order.omit({
    next: true,
    lines: true,
    discount: true,
    pay_by: true,
    refunds: true,
    gift_message: true,
    gift_on: true,
    visibility: true,
    has_seats: true,
    tax: true,
    tax_lines: true,
    documents: true,
    has_pro_forma: true,
    organisation: true,
  }).shape,
  /** Account that placed the order. */
  buyer: z.string(),
  organisation_id: uuid.nullable(),
  /** From the billing details. */
  company: z.string().nullable(),
  provider: orderProvider,
  /** Tax included in the total. */
  tax: money,
  refunded: money,
  version: z.int(),
}
export const orderRow = z.object(orderColumns)
export type OrderRow = z.output<typeof orderRow>
export const orderFilter = listFilter({
  /** Searches the number, title, company, and the buyer's name, username and e-mail address. */
  q: search.optional(),
  state: orderState.optional(),
  provider: orderProvider.optional(),
  /** Organisation that owns the order. */
  organisation_id: uuid.optional(),
  /** Buyer of the order. */
  username: accountSearch.optional(),
  disputed: z.literal(true).optional(),
  /** Paid at or after this time. */
  paid_from: z.iso.datetime().optional(),
  /** Paid before this time. */
  paid_until: z.iso.datetime().optional(),
  paid_within_days: z.int().min(1).max(366).optional(),
})

export const orderAction = z.enum(['refund', 'record_transfer'])

/** A payment provider's event for an order. */
export const orderPaymentEvent = z.object({
  provider: z.string(),
  event_id: z.string(),
  kind: z.string(),
  received_at: time,
})
export const adminOrder = z.object({
  ...orderColumns,
  lines: z.array(orderLine),
  /** Price of one seat. */
  unit: money,
  discount: money,
  /** Tax included in the total, by rate. */
  tax_lines: z.array(z.object({ country: z.string(), rate: z.int(), rule: taxRule, net: z.int(), tax: z.int() })),
  billing: z.record(z.string(), z.string()).nullable(),
  /** The organisation's check, as long as its tax id and country match the billing details. */
  tax_id_check: taxIdCheck.nullable(),
  /** Whether the buyer's country matches their payment; null if the tax does not depend on a consumer's country. */
  tax_evidence: z
    .object({
      /** Country used for the tax calculation. */
      country: z.string(),
      billing: z.string().nullable(),
      profile: z.string().nullable(),
      /** Countries of the payment, from its billing address and card. */
      payment: z.array(z.string()),
      /** Null if only the buyer's own statement is known. */
      agrees: z.boolean().nullable(),
    })
    .nullable(),
  /** Other orders through which the buyer already has the same content. */
  also_paid_by: z.array(z.object({ id: uuid, number: z.string() })),
  /** Number of recipients of its vouchers. */
  recipients: count,
  fulfilled_at: time.nullable(),
  closed_at: time.nullable(),
  /** Closed month in which it is booked, such as `2026-10`; null while the month is open. */
  booked_month: z.string().nullable(),
  /** Number of its vouchers by state. */
  seats: z.object({ available: count, activated: count, expired: count, suspended: count, revoked: count }),
  /** Newest 100. */
  payment_events: z.array(orderPaymentEvent),
  refunds: z.array(orderRefund),
  /** Newest first. */
  disputes: z.array(orderDispute),
  documents: z.array(orderDocument),
  /** Newest 50. */
  mails: z.array(mailAbout),
  /** Events of the order, newest first. */
  timeline: z.array(timelineEvent),
  allowed: z.array(orderAction),
})
export type AdminOrder = z.output<typeof adminOrder>

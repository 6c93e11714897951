import { z } from 'zod'
import { accountSearch, count, listFilter, money, search, time, uuid } from '../contract/fields.ts'
import { taxIdCheck } from '../organisations/schemas.ts'
import { timelineEvent } from '../users/schemas.ts'
import { mailAbout } from '../vouchers/schemas.ts'
import { orderDispute, orderRefund } from './refund-schemas.ts'
import { order, orderDocument, orderLine, orderState } from './schemas.ts'

export const orderProvider = z.enum(['stripe', 'invoice', 'demo', 'free'])

/** Why an order has this tax. */
const taxRule = z.enum(['home', 'oss', 'reverse_charge', 'outside'])

const orderColumns = {
  ...order.omit({
    ...{ next: true, lines: true, discount: true, pay_by: true, refunds: true },
    ...{ gift_message: true, gift_on: true, visibility: true, has_seats: true },
    ...{ tax: true, tax_lines: true, documents: true, has_pro_forma: true, organisation: true },
  }).shape,
  /** Whoever placed it. */
  buyer: z.string(),
  organisation_id: uuid.nullable(),
  /** As the billing details say. */
  company: z.string().nullable(),
  provider: orderProvider,
  /** The tax in the total. */
  tax: money,
  refunded: money,
  version: z.int(),
}
/** An order in the admin console. */
export const orderRow = z.object(orderColumns)
export type OrderRow = z.output<typeof orderRow>
export const orderFilter = listFilter({
  /** Any part of its number, title or company, or of its buyer’s name, username or e-mail address. */
  q: search.optional(),
  state: orderState.optional(),
  provider: orderProvider.optional(),
  /** The organisation whose order it is. */
  organisation_id: uuid.optional(),
  /** Its buyer. */
  username: accountSearch.optional(),
  disputed: z.literal(true).optional(),
  /** Paid at this moment or after. */
  paid_from: z.iso.datetime().optional(),
  /** Paid before this moment. */
  paid_until: z.iso.datetime().optional(),
  paid_within_days: z.int().min(1).max(366).optional(),
})

/** What can be done with an order. */
export const orderAction = z.enum(['refund', 'record_transfer'])

/** What a provider said of an order. */
export const orderPaymentEvent = z.object({
  provider: z.string(),
  event_id: z.string(),
  kind: z.string(),
  received_at: time,
})
export const adminOrder = z.object({
  ...orderColumns,
  lines: z.array(orderLine),
  /** The price of one seat. */
  unit: money,
  discount: money,
  /** The tax in the total, by rate. */
  tax_lines: z.array(z.object({ country: z.string(), rate: z.int(), rule: taxRule, net: z.int(), tax: z.int() })),
  billing: z.record(z.string(), z.string()).nullable(),
  /** That of its organisation, as long as that still has the tax id and the country of the billing details. */
  tax_id_check: taxIdCheck.nullable(),
  /** Whether the buyer's country and their payment agree; null where the tax depends on no consumer's country. */
  tax_evidence: z
    .object({
      /** The country that the tax was worked out for. */
      country: z.string(),
      billing: z.string().nullable(),
      profile: z.string().nullable(),
      /** Countries of the payment: its billing address, its card. */
      payment: z.array(z.string()),
      /** Null while nothing but the buyer's own words is known. */
      agrees: z.boolean().nullable(),
    })
    .nullable(),
  /** Other orders by which the buyer has what this one paid for. */
  also_paid_by: z.array(z.object({ id: uuid, number: z.string() })),
  /** To how many addresses its vouchers go. */
  recipients: count,
  fulfilled_at: time.nullable(),
  closed_at: time.nullable(),
  /** The closed month that it counts in, such as `2026-10`; null while that month is open. */
  booked_month: z.string().nullable(),
  /** Its vouchers by state. */
  seats: z.object({ available: count, activated: count, expired: count, suspended: count, revoked: count }),
  /** The newest hundred. */
  payment_events: z.array(orderPaymentEvent),
  refunds: z.array(orderRefund),
  /** The newest first. */
  disputes: z.array(orderDispute),
  documents: z.array(orderDocument),
  /** The newest fifty. */
  mails: z.array(mailAbout),
  /** What happened to it, the newest first. */
  timeline: z.array(timelineEvent),
  /** What the caller can do with it now. */
  allowed: z.array(orderAction),
})
export type AdminOrder = z.output<typeof adminOrder>

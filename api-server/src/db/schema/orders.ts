import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, currency, id, instant, version } from './columns.ts'
import { users } from './users.ts'

export type OrderState =
  | 'draft'
  | 'awaiting_payment'
  | 'paid'
  | 'fulfilled'
  | 'failed'
  | 'cancelled'
  | 'partially_refunded'
  | 'refunded'
  | 'disputed'
export type OrderKind = 'course' | 'bundle' | 'lab' | 'exam'

/** What an order opens, as shown at checkout: later edits of a bundle do not change it. */
export interface OrderLine {
  kind: 'course' | 'lab' | 'exam'
  id: string
  slug: string
  title: string
  /** Price per seat in minor units. */
  amount: number
  /** First seat that includes this item: 1 when the buyer already owns it and it was deducted from seat 0. */
  first_seat: 0 | 1
}

/** The tax of an order at one rate: all lines together are its total. */
export interface TaxLine {
  /** ISO 3166 alpha-2. */
  country: string
  /** In basis points: 1900 is 19 %. */
  rate: number
  rule: 'home' | 'oss' | 'reverse_charge' | 'outside'
  net: number
  tax: number
}

export const orders = pgTable(
  'orders',
  {
    id: id(),
    number: text().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    state: text().$type<OrderState>().notNull().default('draft'),
    /** State to return to when a dispute is won. */
    state_before_dispute: text().$type<OrderState>(),
    kind: text().$type<OrderKind>().notNull(),
    target_id: uuid().notNull(),
    slug: text().notNull(),
    title: text().notNull(),
    lines: jsonb().$type<OrderLine[]>().notNull().default([]),
    quantity: integer().notNull(),
    gift: boolean().notNull().default(false),
    recipients: jsonb().$type<string[]>().notNull().default([]),
    billing: jsonb().$type<{ company?: string; tax_id?: string; address?: string; reference?: string }>(),
    unit_amount: integer().notNull(),
    discount_amount: integer().notNull().default(0),
    tax_amount: integer().notNull().default(0),
    /** Empty without a seller whose taxes are known. */
    tax_lines: jsonb().$type<TaxLine[]>().notNull().default([]),
    total_amount: integer().notNull(),
    refunded_amount: integer().notNull().default(0),
    currency: currency(),
    provider: text().$type<'demo' | 'stripe' | 'invoice' | 'free'>().notNull(),
    /** The provider's checkout session. */
    provider_session: text(),
    created_at: createdAt(),
    paid_at: instant(),
    fulfilled_at: instant(),
    closed_at: instant(),
    /** The closed month that its payment counts in, such as `2026-10`; null until that month is closed. */
    booked_month: text(),
    version: version(),
  },
  (t) => [
    uniqueIndex('orders_number').on(t.number),
    uniqueIndex('orders_session').on(t.provider, t.provider_session),
    index('orders_user').on(t.user_id, t.created_at, t.id),
    index('orders_state').on(t.state, t.created_at, t.id),
    index('orders_provider').on(t.provider, t.created_at, t.id),
    index('orders_created_at').on(t.created_at, t.id),
    index('orders_disputed').on(t.user_id, t.created_at, t.id).where(sql`${t.state} = 'disputed'`),
    index('orders_paid_at').on(t.paid_at, t.id),
    index('orders_unbooked').on(t.paid_at).where(sql`${t.booked_month} is null and ${t.paid_at} is not null`),
    index('orders_booked').on(t.booked_month).where(sql`${t.booked_month} is not null`),
    index('orders_total').on(t.total_amount, t.id),
    index('orders_unpaid')
      .on(t.created_at)
      .where(
        sql`${t.paid_at} is null and (${t.state} in ('draft', 'awaiting_payment') or ${t.billing} is not null or ${t.recipients} <> '[]'::jsonb)`,
      ),
    index('orders_recipients').on(t.paid_at).where(sql`${t.recipients} <> '[]'::jsonb`),
    index('orders_search').using(
      'gin',
      sql`search_fold(${t.number} || ' ' || ${t.title} || ' ' || coalesce(${t.billing} ->> 'company', '')) gin_trgm_ops`,
    ),
  ],
)

/** Every event from a payment provider, stored once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text().notNull(),
    event_id: text().notNull(),
    kind: text().notNull(),
    order_id: uuid(),
    received_at: createdAt(),
    handled_at: instant(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.event_id] }), index('payment_events_order').on(t.order_id)],
)

/** Invoices and credit notes with gapless numbers. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    number: integer().notNull(),
    series: text().notNull(),
    kind: text().$type<'invoice' | 'credit_note'>().notNull(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    seller: jsonb().notNull(),
    buyer: jsonb().notNull(),
    lines: jsonb().notNull(),
    total_amount: integer().notNull(),
    tax_amount: integer().notNull(),
    currency: currency(),
    issued_at: createdAt(),
  },
  (t) => [uniqueIndex('invoices_number').on(t.series, t.number), index('invoices_order').on(t.order_id)],
)

/** Counters incremented in the transaction that uses the number, so that numbers have no gaps. */
export const counters = pgTable('counters', { name: text().primaryKey(), value: integer().notNull().default(0) })

export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    amount: integer().notNull(),
    reason: text().notNull(),
    actor_id: uuid(),
    provider_id: text(),
    state: text().$type<'asked' | 'done' | 'failed'>().notNull().default('asked'),
    created_at: createdAt(),
    /** The closed month that it counts in; null until that month is closed. */
    booked_month: text(),
  },
  (t) => [
    index('refunds_order').on(t.order_id),
    index('refunds_unbooked').on(t.created_at).where(sql`${t.booked_month} is null`),
    index('refunds_booked').on(t.booked_month).where(sql`${t.booked_month} is not null`),
  ],
)

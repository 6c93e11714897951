import { and, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { personal } from '../duties.ts'
import { emptiedAfter, FOR_EVER, type Retention } from '../retention.ts'
import { createdAt, currency, id, instant, version } from './columns.ts'
import { organisations } from './organisations.ts'
import type { Billing, BuyerFacts, DocumentLine, SellerFacts, TaxLine } from './taxes.ts'
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
export type OrderVisibility = 'seats' | 'progress'
export type OrderKind = 'course' | 'bundle' | 'lab' | 'exam'

/** Content of an order as shown at checkout: later edits of a bundle do not change it. */
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
    /** The buyer's message in the e-mails to the recipients. */
    gift_message: text(),
    /** Day on which those e-mails are sent; null: once the order is paid. */
    gift_on: date(),
    /** Data that the buyer sees about users of the seats. Fixed with the order, and shown to users before they activate a seat. */
    visibility: text().$type<OrderVisibility>().notNull().default('seats'),
    billing: jsonb().$type<Billing>(),
    /** Organisation that owns the order, and whose managers share it. Null if the buyer owns it. */
    organisation_id: uuid().references(() => organisations.id),
    unit_amount: integer().notNull(),
    discount_amount: integer().notNull().default(0),
    tax_amount: integer().notNull().default(0),
    /** Tax included in the total, by country, rate and rule. Empty if no seller was configured, or nothing was charged. */
    tax_lines: jsonb().$type<TaxLine[]>().notNull().default([]),
    /** Null if the tax does not depend on a consumer's country. */
    tax_evidence: jsonb().$type<TaxEvidence>(),
    total_amount: integer().notNull(),
    refunded_amount: integer().notNull().default(0),
    currency: currency(),
    provider: text().$type<'demo' | 'stripe' | 'invoice' | 'free'>().notNull(),
    /** The provider's checkout session. */
    provider_session: text(),
    /** The provider's payment, once there is one. Refunds, disputes and payouts refer to it. */
    provider_payment: text(),
    /** Due date of a transfer; null for immediate payment. */
    due_at: instant(),
    /** When the order is cancelled if it is not paid. */
    expires_at: instant(),
    reminders: integer().notNull().default(0),
    /** Version of the terms that the buyer accepted. */
    terms_version: text(),
    terms_accepted_at: instant(),
    created_at: createdAt(),
    paid_at: instant(),
    fulfilled_at: instant(),
    closed_at: instant(),
    /** Closed month in which its payment is booked, such as `2026-10`; null until that month is closed. */
    booked_month: text(),
    version: version(),
    /** Folded search text of the order, without its buyer (docs/decisions/0089). */
    searched: text()
      .notNull()
      .generatedAlwaysAs(sql`search_fold(number || ' ' || title || ' ' || coalesce(billing ->> 'company', ''))`),
  },
  (t) => [
    uniqueIndex('orders_number').on(t.number),
    uniqueIndex('orders_session').on(t.provider, t.provider_session),
    index('orders_payment').on(t.provider_payment, t.provider),
    index('orders_expiring').on(t.expires_at).where(sql`${t.state} in ('draft', 'awaiting_payment')`),
    index('orders_due').on(t.due_at).where(sql`${t.state} = 'awaiting_payment' and ${t.reminders} < 3`),
    index('orders_user').on(t.user_id, t.created_at, t.id),
    index('orders_organisation').on(t.organisation_id, t.created_at, t.id),
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
    check('orders_refunded', sql`${t.refunded_amount} between 0 and ${t.total_amount}`),
    index('orders_recipients').on(t.paid_at).where(sql`${t.recipients} <> '[]'::jsonb`),
    index('orders_contradicted').on(t.paid_at).where(sql`${t.tax_evidence} @> '{"agrees": false}'`),
    index('orders_search').using('gin', t.searched.op('gin_trgm_ops')),
  ],
)

const law = 'tax law: sale, buyer and payment'
export const ordersDuties = personal(orders, {
  of: orders.user_id,
  as: 'orders',
  order: orders.created_at,
  last: { recipients: sql`jsonb_array_length(${orders.recipients})` },
  retained: {
    [law]: {
      exported: [
        'number state kind slug title lines quantity gift gift_on visibility unit_amount discount_amount',
        'tax_amount tax_lines total_amount refunded_amount currency provider due_at terms_version',
        'terms_accepted_at created_at paid_at fulfilled_at closed_at',
      ],
      ours: 'id user_id target_id organisation_id provider_session provider_payment',
      work: 'state_before_dispute expires_at reminders booked_month version',
      follows: 'searched',
    },
    'tax law: sale, buyer and payment; deleted for orders that were never paid': {
      exported: 'billing tax_evidence',
    },
  },
  replaced: { exported: 'gift_message', 'other people’s addresses; the archive says how many': 'recipients' },
  byAddress: { erased: 'recipients', retained: 'billing' },
})

/** Result of processing a provider's event. `waiting`: it arrived before the payment it refers to, and is applied after that arrives. */
export type PaymentOutcome = 'applied' | 'no_effect' | 'waiting' | 'unmatched' | 'refused'

/** Facts from an event that later steps need. Never card data. */
export interface PaymentFacts {
  refund_id?: string
  provider_refund?: string
  dispute_id?: string
  reason?: string
  due_at?: string
  payout_id?: string
  /** Countries of the payment, as evidence for tax. */
  countries?: string[]
}

/**
 * Evidence of a consumer's country, as required by EU rules: the buyer's own statement, and the data of their payment. `agrees` is null while only
 * the buyer's statement is known.
 */
export interface TaxEvidence {
  /** Country used for the tax calculation. */
  country: string
  /** From the billing details. */
  billing: string | null
  /** From the buyer's profile at the time of the order. */
  profile: string | null
  /** From the provider: billing address of the payment, country of the card. */
  payment: string[]
  agrees: boolean | null
}

/** Every event from a payment provider, stored once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text().notNull(),
    event_id: text().notNull(),
    kind: text().notNull(),
    type: text().notNull().default(''),
    /** Order that it refers to; for an event that arrived too early, the order that it claims. */
    order_id: uuid(),
    /** The provider's payment that it refers to. */
    payment: text(),
    /** In any currency: a shop that shares the provider account may use one with large amounts. */
    amount: bigint({ mode: 'number' }),
    currency: text(),
    livemode: boolean(),
    facts: jsonb().$type<PaymentFacts>().notNull().default({}),
    outcome: text().$type<PaymentOutcome>().notNull().default('applied'),
    /** One sentence on why it had no effect. */
    note: text().notNull().default(''),
    /** Time of the event by the provider's clock. */
    happened_at: createdAt(),
    received_at: createdAt(),
    /** Null while it waits. */
    handled_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.event_id] }),
    index('payment_events_id').on(t.event_id),
    index('payment_events_order').on(t.order_id, t.received_at, t.event_id),
    index('payment_events_search').using(
      'gin',
      sql`search_fold(${t.event_id} || ' ' || coalesce(${t.payment}, '')) gin_trgm_ops`,
    ),
    index('payment_events_received').on(t.received_at, t.event_id),
    index('payment_events_kind').on(t.kind, t.received_at, t.event_id),
    index('payment_events_provider').on(t.provider, t.received_at, t.event_id),
    index('payment_events_dispute').on(sql`(${t.facts} ->> 'dispute_id')`).where(sql`${t.facts} ? 'dispute_id'`),
    index('payment_events_unmatched')
      .on(t.received_at, t.event_id)
      .where(sql`${t.outcome} in ('waiting', 'unmatched', 'refused')`),
    index('payment_events_waiting').on(t.happened_at).where(sql`${t.handled_at} is null`),
  ],
)

export const paymentEventsDuties = personal(paymentEvents, {
  retained: {
    [law]: {
      work: [
        'provider event_id kind type order_id payment amount currency livemode facts outcome note happened_at',
        'received_at handled_at',
      ],
    },
  },
})

/** Transfers paid by companies, as read by finance from the bank statement. A wrong entry is reversed by a counter entry. */
export const transfers = pgTable(
  'transfers',
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    /** Negative for a counter entry. */
    amount: integer().notNull(),
    received_on: date().notNull(),
    /** Reference on the bank statement. */
    reference: text().notNull(),
    /** Entry that this one reverses. */
    undoes: uuid().references((): AnyPgColumn => transfers.id),
    reason: text(),
    actor_id: uuid(),
    created_at: createdAt(),
  },
  (t) => [index('transfers_order').on(t.order_id, t.created_at), uniqueIndex('transfers_undoes').on(t.undoes)],
)

export const transfersDuties = personal(transfers, {
  of: [transfers.order_id, orders.user_id],
  as: 'transfers',
  retained: {
    [law]: {
      exported: 'amount received_on reference reason created_at',
      ours: 'id order_id undoes',
      administrator: 'actor_id',
    },
  },
})

/** Payouts of a provider to our bank account. */
export const payouts = pgTable(
  'payouts',
  {
    id: id(),
    provider: text().notNull(),
    number: text().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: currency(),
    state: text().$type<'paid' | 'failed'>().notNull(),
    arrives_at: instant().notNull(),
    /** When all its lines had been fetched; null until then. */
    read_at: instant(),
    /** Sum of its lines, once fetched. */
    lines_amount: bigint({ mode: 'number' }),
    /** Number of lines that match no order. */
    unmatched: integer().notNull().default(0),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('payouts_number').on(t.provider, t.number),
    index('payouts_search').using('gin', sql`search_fold(${t.number}) gin_trgm_ops`),
    index('payouts_arrives_at').on(t.arrives_at, t.id),
    index('payouts_unmatched').on(t.arrives_at, t.id).where(sql`${t.unmatched} > 0`),
    index('payouts_unread').on(t.created_at).where(sql`${t.read_at} is null`),
  ],
)

/** Lines of a payout: payments, refunds, disputes and fees. */
export const payoutLines = pgTable(
  'payout_lines',
  {
    id: id(),
    payout_id: uuid()
      .notNull()
      .references(() => payouts.id, { onDelete: 'cascade' }),
    number: text().notNull(),
    kind: text().$type<'payment' | 'refund' | 'dispute' | 'fee' | 'other'>().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    fee: bigint({ mode: 'number' }).notNull(),
    net: bigint({ mode: 'number' }).notNull(),
    /** The provider's payment that it belongs to. */
    payment: text(),
    order_id: uuid().references(() => orders.id),
    happened_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('payout_lines_number').on(t.payout_id, t.number),
    index('payout_lines_payout').on(t.payout_id, t.happened_at, t.id),
    index('payout_lines_unmatched')
      .on(t.payout_id, t.happened_at, t.id)
      .where(sql`${t.order_id} is null and ${t.kind} <> 'fee'`),
    index('payout_lines_order').on(t.order_id),
  ],
)

export const payoutLinesDuties = personal(payoutLines, {
  retained: { [law]: { ours: 'id payout_id number payment order_id', work: 'kind amount fee net happened_at' } },
})

/** Invoices and credit notes with gapless numbers. Rows are immutable, because they show what was sent. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    number: integer().notNull(),
    /** `INV-2026` or `CN-2026`: numbers restart every year. */
    series: text().notNull(),
    kind: text().$type<'invoice' | 'credit_note'>().notNull(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    /** For a credit note: the invoice that it corrects, and the refund that it belongs to. */
    corrects: uuid().references((): AnyPgColumn => invoices.id),
    refund_id: uuid(),
    seller: jsonb().$type<SellerFacts>().notNull(),
    buyer: jsonb().$type<BuyerFacts>().notNull(),
    lines: jsonb().$type<DocumentLine[]>().notNull(),
    tax_lines: jsonb().$type<TaxLine[]>().notNull().default([]),
    total_amount: integer().notNull(),
    tax_amount: integer().notNull(),
    currency: currency(),
    /** Printed date, in the seller's time zone. */
    issued_on: date().notNull().default(sql`current_date`),
    issued_at: createdAt(),
  },
  (t) => [
    uniqueIndex('invoices_number').on(t.series, t.number),
    index('invoices_order').on(t.order_id),
    uniqueIndex('invoices_once').on(t.order_id).where(sql`${t.kind} = 'invoice'`),
    uniqueIndex('invoices_refund').on(t.refund_id),
  ],
)

export const invoicesDuties = personal(invoices, {
  of: [invoices.order_id, orders.user_id],
  as: 'invoices',
  order: invoices.issued_at,
  retained: {
    [law]: {
      exported: 'number series kind buyer lines tax_lines total_amount tax_amount currency issued_on issued_at',
      ours: 'id order_id corrects refund_id',
      'about us': 'seller',
    },
  },
  byAddress: { retained: 'buyer' },
})

/** Counters incremented in the transaction that uses the number, so that numbers have no gaps. */
export const counters = pgTable('counters', { name: text().primaryKey(), value: integer().notNull().default(0) })

/** Amount refunded for one voucher, in minor units. */
export interface RefundLine {
  voucher_id: string
  amount: number
  /** Tax included in it. */
  tax: number
}

export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    amount: integer().notNull(),
    /** Tax included in it. The amounts of all refunds of an order add up to the order's tax. */
    tax_amount: integer().notNull().default(0),
    /** Empty if no seat ended: a goodwill refund, or a refund made in the provider's own dashboard. */
    lines: jsonb().$type<RefundLine[]>().notNull().default([]),
    reason: text().notNull(),
    actor_id: uuid(),
    /** The provider's id of the current attempt. */
    provider_id: text(),
    /** The provider's id of the previous, failed attempt. Later events about it are ignored. */
    failed_provider_id: text(),
    /** Number of attempts at the provider. */
    tries: integer().notNull().default(1),
    state: text().$type<'asked' | 'done' | 'failed'>().notNull().default('asked'),
    /** Why it failed; for a transfer, the reference on the bank statement. */
    note: text().notNull().default(''),
    /** Its mails have not been written yet; a job does that. */
    mails_wait: boolean().notNull().default(false),
    created_at: createdAt(),
    /** When the money was sent or the refund failed. */
    settled_at: instant(),
    /** Closed month in which it is booked; null until that month is closed. */
    booked_month: text(),
  },
  (t) => [
    index('refunds_order').on(t.order_id, t.created_at, t.id),
    index('refunds_unbooked').on(t.created_at).where(sql`${t.booked_month} is null`),
    index('refunds_booked').on(t.booked_month).where(sql`${t.booked_month} is not null`),
    index('refunds_asked').on(t.created_at, t.id).where(sql`${t.state} = 'asked'`),
    index('refunds_mails').on(t.created_at, t.id).where(sql`${t.mails_wait} = true`),
    check('refunds_amount', sql`${t.amount} >= 0 and ${t.tax_amount} between 0 and ${t.amount}`),
  ],
)

export const refundsDuties = personal(refunds, {
  of: [refunds.order_id, orders.user_id],
  as: 'refunds',
  retained: {
    [law]: {
      exported: 'amount tax_amount lines reason state note created_at settled_at',
      ours: 'id order_id provider_id failed_provider_id',
      administrator: 'actor_id',
      work: 'tries mails_wait booked_month',
    },
  },
})

/** Chargeback disputes opened by a bank. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    provider: text().notNull(),
    number: text().notNull(),
    amount: integer().notNull(),
    reason: text().notNull().default(''),
    state: text().$type<'open' | 'won' | 'lost'>().notNull().default('open'),
    due_at: instant(),
    /** The access it suspended has the same timestamp, so that exactly that access can be restored. */
    opened_at: createdAt(),
    closed_at: instant(),
    /** Access that it suspended, so that the learners can be notified when it is restored. */
    suspended: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    /** Pending notification of its learners; a job sends it. */
    tell: text().$type<'suspended' | 'resumed'>(),
  },
  (t) => [
    index('disputes_tell').on(t.opened_at, t.id).where(sql`${t.tell} is not null`),
    uniqueIndex('disputes_number').on(t.provider, t.number),
    index('disputes_order').on(t.order_id, t.opened_at),
    index('disputes_open').on(t.due_at, t.id).where(sql`${t.state} = 'open'`),
  ],
)

export const disputesDuties = personal(disputes, {
  of: [disputes.order_id, orders.user_id],
  as: 'disputes',
  retained: {
    [law]: {
      exported: 'provider amount reason state opened_at closed_at',
      ours: 'id order_id number',
      work: 'due_at tell',
    },
    leads: { ours: 'suspended' },
  },
})

const isOpen = inArray(orders.state, ['draft', 'awaiting_payment'])
/** An order by transfer that can still be paid, or that was paid in part. */
const isOwed = sql`(${orders.provider} = 'invoice' and (${isOpen}
  or exists (select 1 from ${transfers} where ${transfers.order_id} = ${orders.id})))`
const hasRecipients = sql`${orders.recipients} <> '[]'::jsonb`
const withoutRecipients = { recipients: [], gift_message: null, version: sql`${orders.version} + 1` }

/** A later payment still fulfils an unpaid order that was cancelled. Its buyer then assigns the vouchers themselves. */
export const orderRetention: readonly Retention[] = [
  {
    name: 'paid-orders',
    what: 'Paid orders, with billing details, invoices, transfers and refunds',
    why: 'Required by tax law and accounting.',
    tables: [orders, invoices, refunds, disputes, transfers, paymentEvents, payouts, payoutLines],
    ...FOR_EVER,
  },
  {
    name: 'unpaid-orders',
    what: 'Billing details, recipients and gift message of an unpaid order',
    why: 'So that you can still pay later.',
    tables: [orders],
    ...emptiedAfter(
      30,
      'after it was placed; then it is cancelled',
      {
        state: sql`case when ${isOpen} then 'cancelled' else ${orders.state} end`,
        closed_at: sql`coalesce(${orders.closed_at}, now())`,
        billing: null,
        tax_evidence: null,
        ...withoutRecipients,
      },
      orders.created_at,
      and(isNull(orders.paid_at), not(isOwed), or(isOpen, isNotNull(orders.billing), hasRecipients)),
    ),
  },
  {
    name: 'order-recipients',
    what: 'Recipients of an order, and the message to them',
    why: 'To answer questions about recipients.',
    tables: [orders],
    ...emptiedAfter(730, 'after it was paid', withoutRecipients, orders.paid_at, hasRecipients),
  },
]

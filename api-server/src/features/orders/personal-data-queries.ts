import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { disputes, invoices, orders, paymentEvents, payoutLines, refunds, transfers } from '../../db/schema/index.ts'
import { namesAddress } from '../../extension-points/names-address-sql.ts'
import { because, type PersonalData, personalColumns } from '../../extension-points/personal-data.ts'

const law = 'tax law: what was sold, to whom, and what was paid'

const placed = personalColumns(orders, {
  id: { notExported: because.ours, kept: law },
  number: { exported: true, kept: law },
  user_id: { notExported: because.ours, kept: law },
  state: { exported: true, kept: law },
  state_before_dispute: { notExported: because.work, kept: law },
  kind: { exported: true, kept: law },
  target_id: { notExported: because.ours, kept: law },
  slug: { exported: true, kept: law },
  title: { exported: true, kept: law },
  lines: { exported: true, kept: law },
  quantity: { exported: true, kept: law },
  gift: { exported: true, kept: law },
  recipients: {
    notExported: 'other people’s addresses: how many they are is told',
    erased: true,
    byAddress: 'erased',
  },
  gift_message: { exported: true, erased: true },
  gift_on: { exported: true, kept: law },
  visibility: { exported: true, kept: law },
  billing: { exported: true, kept: `${law}; of an order that was never paid it goes`, byAddress: 'kept' },
  tax_evidence: { exported: true, kept: `${law}; of an order that was never paid it goes` },
  organisation_id: { notExported: because.ours, kept: law },
  unit_amount: { exported: true, kept: law },
  discount_amount: { exported: true, kept: law },
  tax_amount: { exported: true, kept: law },
  tax_lines: { exported: true, kept: law },
  total_amount: { exported: true, kept: law },
  refunded_amount: { exported: true, kept: law },
  currency: { exported: true, kept: law },
  provider: { exported: true, kept: law },
  provider_session: { notExported: because.ours, kept: law },
  provider_payment: { notExported: because.ours, kept: law },
  due_at: { exported: true, kept: law },
  expires_at: { notExported: because.work, kept: law },
  reminders: { notExported: because.work, kept: law },
  terms_version: { exported: true, kept: law },
  terms_accepted_at: { exported: true, kept: law },
  created_at: { exported: true, kept: law },
  paid_at: { exported: true, kept: law },
  fulfilled_at: { exported: true, kept: law },
  closed_at: { exported: true, kept: law },
  booked_month: { notExported: because.work, kept: law },
  version: { notExported: because.work, kept: law },
  searched: { notExported: 'follows the columns it is made of', kept: law },
})
const bills = personalColumns(invoices, {
  id: { notExported: because.ours, kept: law },
  number: { exported: true, kept: law },
  series: { exported: true, kept: law },
  kind: { exported: true, kept: law },
  order_id: { notExported: because.ours, kept: law },
  corrects: { notExported: because.ours, kept: law },
  refund_id: { notExported: because.ours, kept: law },
  seller: { notExported: 'about us', kept: law },
  buyer: { exported: true, kept: law, byAddress: 'kept' },
  lines: { exported: true, kept: law },
  tax_lines: { exported: true, kept: law },
  total_amount: { exported: true, kept: law },
  tax_amount: { exported: true, kept: law },
  currency: { exported: true, kept: law },
  issued_on: { exported: true, kept: law },
  issued_at: { exported: true, kept: law },
})
const returned = personalColumns(refunds, {
  id: { notExported: because.ours, kept: law },
  order_id: { notExported: because.ours, kept: law },
  amount: { exported: true, kept: law },
  tax_amount: { exported: true, kept: law },
  lines: { exported: true, kept: law },
  reason: { exported: true, kept: law },
  actor_id: { notExported: because.administrator, kept: law },
  provider_id: { notExported: because.ours, kept: law },
  failed_provider_id: { notExported: because.ours, kept: law },
  tries: { notExported: because.work, kept: law },
  state: { exported: true, kept: law },
  note: { exported: true, kept: law },
  mails_wait: { notExported: because.work, kept: law },
  created_at: { exported: true, kept: law },
  settled_at: { exported: true, kept: law },
  booked_month: { notExported: because.work, kept: law },
})
const disputed = personalColumns(disputes, {
  id: { notExported: because.ours, kept: law },
  order_id: { notExported: because.ours, kept: law },
  provider: { exported: true, kept: law },
  number: { notExported: because.ours, kept: law },
  amount: { exported: true, kept: law },
  reason: { exported: true, kept: law },
  state: { exported: true, kept: law },
  due_at: { notExported: because.work, kept: law },
  opened_at: { exported: true, kept: law },
  closed_at: { exported: true, kept: law },
  suspended: { notExported: because.ours, kept: 'ids alone, which lead to nobody once the accounts are gone' },
  tell: { notExported: because.work, kept: law },
})
const events = personalColumns(paymentEvents, {
  provider: { notExported: because.work, kept: law },
  event_id: { notExported: because.work, kept: law },
  kind: { notExported: because.work, kept: law },
  type: { notExported: because.work, kept: law },
  order_id: { notExported: because.work, kept: law },
  payment: { notExported: because.work, kept: law },
  amount: { notExported: because.work, kept: law },
  currency: { notExported: because.work, kept: law },
  livemode: { notExported: because.work, kept: law },
  facts: { notExported: because.work, kept: law },
  outcome: { notExported: because.work, kept: law },
  note: { notExported: because.work, kept: law },
  happened_at: { notExported: because.work, kept: law },
  received_at: { notExported: because.work, kept: law },
  handled_at: { notExported: because.work, kept: law },
})

const transferred = personalColumns(transfers, {
  id: { notExported: because.ours, kept: law },
  order_id: { notExported: because.ours, kept: law },
  amount: { exported: true, kept: law },
  received_on: { exported: true, kept: law },
  reference: { exported: true, kept: law },
  undoes: { notExported: because.ours, kept: law },
  reason: { exported: true, kept: law },
  actor_id: { notExported: because.administrator, kept: law },
  created_at: { exported: true, kept: law },
})
const paidOut = personalColumns(payoutLines, {
  id: { notExported: because.ours, kept: law },
  payout_id: { notExported: because.ours, kept: law },
  number: { notExported: because.ours, kept: law },
  kind: { notExported: because.work, kept: law },
  amount: { notExported: because.work, kept: law },
  fee: { notExported: because.work, kept: law },
  net: { notExported: because.work, kept: law },
  payment: { notExported: because.ours, kept: law },
  order_id: { notExported: because.ours, kept: law },
  happened_at: { notExported: because.work, kept: law },
})

const isFor = (email: string) =>
  sql`exists (select 1 from jsonb_array_elements_text(${orders.recipients}) one where lower(one) = ${email.toLowerCase()})`
/** Removes the address from the recipients of orders, and the gift message with it. */
const forget = (tx: Db, email: string) =>
  tx
    .update(orders)
    .set({
      recipients: sql`(select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements_text(${orders.recipients}) one
        where lower(one) <> ${email.toLowerCase()})`,
      gift_message: null,
    })
    .where(isFor(email))
const billingNames = (email: string) => namesAddress(sql`${orders.billing}::text`, email)

export const orderData: PersonalData = {
  name: 'orders',
  tables: [placed, bills, returned, disputed, events, transferred, paidOut],
  kept: 'Orders that were paid, with the billing details you gave and their invoices, for as long as tax law asks.',
  async collect(db, { id }) {
    const mine = db.select({ id: orders.id }).from(orders).where(eq(orders.user_id, id))
    return {
      orders: await db
        .select({ ...placed.shown, recipients: sql<number>`jsonb_array_length(${orders.recipients})` })
        .from(orders)
        .where(eq(orders.user_id, id))
        .orderBy(asc(orders.created_at)),
      invoices: await db
        .select(bills.shown)
        .from(invoices)
        .where(inArray(invoices.order_id, mine))
        .orderBy(asc(invoices.issued_at)),
      refunds: await db.select(returned.shown).from(refunds).where(inArray(refunds.order_id, mine)),
      disputes: await db.select(disputed.shown).from(disputes).where(inArray(disputes.order_id, mine)),
      transfers: await db.select(transferred.shown).from(transfers).where(inArray(transfers.order_id, mine)),
    }
  },
  async erase(tx, { id, email }) {
    await tx.update(orders).set({ recipients: [], gift_message: null }).where(eq(orders.user_id, id))
    // Billing details of unpaid orders are not needed for bookkeeping.
    await tx
      .update(orders)
      .set({ billing: null, tax_evidence: null })
      .where(and(eq(orders.user_id, id), isNull(orders.paid_at)))
    await tx
      .update(orders)
      .set({ state: 'cancelled', closed_at: sql`now()`, version: sql`${orders.version} + 1` })
      .where(and(eq(orders.user_id, id), inArray(orders.state, ['draft', 'awaiting_payment'])))
    await forget(tx, email)
  },
  ofAddress: {
    async collect(db, { email }) {
      const order = { at: orders.created_at, order: orders.number, title: orders.title }
      return [
        {
          what: 'Orders placed for you',
          erasure: 'Your address will be removed.',
          rows: await db
            .select({ at: orders.created_at, title: orders.title })
            .from(orders)
            .where(isFor(email))
            .orderBy(asc(orders.created_at)),
        },
        {
          what: 'Unpaid orders with your address in their billing details',
          erasure: 'The billing details will be erased.',
          rows: await db
            .select(order)
            .from(orders)
            .where(and(billingNames(email), isNull(orders.paid_at)))
            .orderBy(asc(orders.created_at)),
        },
        {
          what: 'Paid orders with your address in their billing details',
          erasure: 'They stay, because tax law requires it.',
          rows: await db
            .select(order)
            .from(orders)
            .where(and(billingNames(email), isNotNull(orders.paid_at)))
            .orderBy(asc(orders.created_at)),
        },
        {
          what: 'Invoices with your address',
          erasure: 'They stay, because tax law requires it.',
          rows: await db
            .select({ at: invoices.issued_at, number: sql<string>`${invoices.series} || '-' || ${invoices.number}` })
            .from(invoices)
            .where(namesAddress(sql`${invoices.buyer}::text`, email))
            .orderBy(asc(invoices.issued_at)),
        },
      ]
    },
    async erase(tx, { email }) {
      await forget(tx, email)
      await tx
        .update(orders)
        .set({ billing: null, tax_evidence: null })
        .where(and(billingNames(email), isNull(orders.paid_at)))
    },
  },
}

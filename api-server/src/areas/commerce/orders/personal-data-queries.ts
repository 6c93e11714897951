import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { invoices, orders } from '../../../db/schema/index.ts'
import type { SpecialDuties } from '../../../extension-points/personal-data.ts'
import { namesAddress } from '../../../extension-points/redact.ts'

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

const order = { at: orders.created_at, order: orders.number, title: orders.title }

export const orderSpecials: SpecialDuties = {
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
    lists: [
      {
        what: 'Orders placed for you',
        erasure: 'Your address will be removed.',
        from: orders,
        shows: { at: orders.created_at, title: orders.title },
        where: ({ email }) => isFor(email),
      },
      {
        what: 'Unpaid orders with your address in their billing details',
        erasure: 'The billing details will be erased.',
        from: orders,
        shows: order,
        where: ({ email }) => and(billingNames(email), isNull(orders.paid_at)),
      },
      {
        what: 'Paid orders with your address in their billing details',
        erasure: 'They stay, because tax law requires it.',
        from: orders,
        shows: order,
        where: ({ email }) => and(billingNames(email), isNotNull(orders.paid_at)),
      },
      {
        what: 'Invoices with your address',
        erasure: 'They stay, because tax law requires it.',
        from: invoices,
        shows: { at: invoices.issued_at, number: sql<string>`${invoices.series} || '-' || ${invoices.number}` },
        where: ({ email }) => namesAddress(sql`${invoices.buyer}::text`, email),
      },
    ],
    async erase(tx, { email }) {
      await forget(tx, email)
      await tx
        .update(orders)
        .set({ billing: null, tax_evidence: null })
        .where(and(billingNames(email), isNull(orders.paid_at)))
    },
  },
}

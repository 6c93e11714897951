import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { invoices, orders, refunds } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const orderData: PersonalData = {
  name: 'orders',
  tables: ['orders', 'invoices', 'refunds'],
  kept: 'Orders that were paid, with the billing details you gave and their invoices, for as long as tax law asks.',
  async collect(db, { id }) {
    const placed = await db
      .select({
        number: orders.number,
        state: orders.state,
        title: orders.title,
        quantity: orders.quantity,
        gift: orders.gift,
        recipients: sql<number>`jsonb_array_length(${orders.recipients})`,
        billing: orders.billing,
        total_amount: orders.total_amount,
        tax_amount: orders.tax_amount,
        refunded_amount: orders.refunded_amount,
        currency: orders.currency,
        provider: orders.provider,
        created_at: orders.created_at,
        paid_at: orders.paid_at,
        fulfilled_at: orders.fulfilled_at,
      })
      .from(orders)
      .where(eq(orders.user_id, id))
      .orderBy(asc(orders.created_at))
    const mine = db.select({ id: orders.id }).from(orders).where(eq(orders.user_id, id))
    const issued = await db
      .select({
        number: sql<string>`${invoices.series} || '-' || ${invoices.number}`,
        kind: invoices.kind,
        buyer: invoices.buyer,
        lines: invoices.lines,
        total_amount: invoices.total_amount,
        tax_amount: invoices.tax_amount,
        currency: invoices.currency,
        issued_at: invoices.issued_at,
      })
      .from(invoices)
      .where(inArray(invoices.order_id, mine))
      .orderBy(asc(invoices.issued_at))
    const returned = await db
      .select({ amount: refunds.amount, reason: refunds.reason, state: refunds.state, created_at: refunds.created_at })
      .from(refunds)
      .where(inArray(refunds.order_id, mine))
    return { orders: placed, invoices: issued, refunds: returned }
  },
  async erase(tx, { id, email }) {
    await tx.update(orders).set({ recipients: [] }).where(eq(orders.user_id, id))
    // What was never paid is nobody's bookkeeping.
    await tx
      .update(orders)
      .set({ billing: null })
      .where(and(eq(orders.user_id, id), isNull(orders.paid_at)))
    await tx
      .update(orders)
      .set({ state: 'cancelled', closed_at: sql`now()`, version: sql`${orders.version} + 1` })
      .where(and(eq(orders.user_id, id), inArray(orders.state, ['draft', 'awaiting_payment'])))
    await tx
      .update(orders)
      .set({
        recipients: sql`coalesce((select jsonb_agg(one) from jsonb_array_elements_text(${orders.recipients}) one
          where lower(one) <> ${email.toLowerCase()}), '[]'::jsonb)`,
      })
      .where(
        sql`exists (select 1 from jsonb_array_elements_text(${orders.recipients}) one where lower(one) = ${email.toLowerCase()})`,
      )
  },
}

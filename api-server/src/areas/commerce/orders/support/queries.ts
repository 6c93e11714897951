import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { audit, invoices, orders, paymentEvents, refunds } from '../../../../db/schema/index.ts'
import { isPaidTwice } from '../sql.ts'

/** Maximum number of rows per section of the order page. */
const SHOWN = 100

export const listPaymentEventsOf = (db: Db, orderId: string) =>
  db
    .select({
      provider: paymentEvents.provider,
      event_id: paymentEvents.event_id,
      kind: paymentEvents.kind,
      received_at: paymentEvents.received_at,
    })
    .from(paymentEvents)
    .where(eq(paymentEvents.order_id, orderId))
    .orderBy(desc(paymentEvents.received_at), desc(paymentEvents.event_id))
    .limit(SHOWN)

export const listRefundsOf = (db: Db, orderId: string) =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.order_id, orderId))
    .orderBy(desc(refunds.created_at), desc(refunds.id))
    .limit(SHOWN)

export const listDocumentsOf = (db: Db, orderId: string) =>
  db
    .select({
      id: invoices.id,
      number: sql<string>`${invoices.series} || '-' || lpad(${invoices.number}::text, 6, '0')`,
      kind: invoices.kind,
      issued_at: invoices.issued_at,
      total: invoices.total_amount,
      currency: invoices.currency,
    })
    .from(invoices)
    .where(eq(invoices.order_id, orderId))
    .orderBy(asc(invoices.issued_at), asc(invoices.id))
    .limit(SHOWN)

/** Other orders through which the buyer already has this order's content. */
export const listTwinsOf = (db: Db, orderId: string) =>
  db
    .select({ id: sql<string>`other.id`, number: sql<string>`other.number` })
    .from(orders)
    .innerJoin(sql`${orders} other`, isPaidTwice)
    .where(eq(orders.id, orderId))
    .orderBy(sql`other.number`)
    .limit(SHOWN)

/** Administrators' actions on the order. */
export const listAuditOf = (db: Db, orderId: string) =>
  db
    .select({ id: audit.id, at: audit.at, action: audit.action, actor: audit.actor, reason: audit.reason })
    .from(audit)
    .where(and(eq(audit.subject_type, 'order'), eq(audit.subject_id, orderId)))
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(SHOWN)

import { and, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import {
  disputes,
  invoices,
  orders,
  paymentEvents,
  payoutLines,
  payouts,
  refunds,
  transfers,
} from '../../db/schema/index.ts'
import { FOR_EVER, type RetentionRule } from '../../extension-points/retention.ts'

const isOpen = inArray(orders.state, ['draft', 'awaiting_payment'])
/** An order by transfer that can still be paid, or that was paid in part. */
const isOwed = sql`(${orders.provider} = 'invoice' and (${isOpen}
  or exists (select 1 from ${transfers} where ${transfers.order_id} = ${orders.id})))`
const hasRecipients = sql`${orders.recipients} <> '[]'::jsonb`

export const orderRetention: readonly RetentionRule[] = [
  {
    name: 'paid-orders',
    what: 'Paid orders, with billing details, invoices, transfers and refunds',
    days: null,
    since: FOR_EVER,
    why: 'Tax law wants them kept, and the books have to add up.',
    tables: [orders, invoices, refunds, disputes, transfers, paymentEvents, payouts, payoutLines],
  },
  {
    name: 'unpaid-orders',
    what: 'Billing details, recipients and gift message of an unpaid order',
    days: 30,
    since: 'after it was placed; then we cancel it',
    why: 'So that you can come back and pay.',
    tables: [orders],
    /** A later payment still fulfils the cancelled order. Its buyer then assigns the vouchers themselves. */
    async prune({ db }, { days, limit }) {
      const abandoned = and(
        isNull(orders.paid_at),
        not(isOwed),
        or(isOpen, isNotNull(orders.billing), hasRecipients),
        isOlder(orders.created_at, days),
      )
      const emptied = await db
        .update(orders)
        .set({
          state: sql`case when ${isOpen} then 'cancelled' else ${orders.state} end`,
          closed_at: sql`coalesce(${orders.closed_at}, now())`,
          billing: null,
          tax_evidence: null,
          recipients: [],
          gift_message: null,
          version: sql`${orders.version} + 1`,
        })
        .where(inBatch(orders, abandoned, limit))
        .returning({ id: orders.id })
      return emptied.length
    },
  },
  {
    name: 'order-recipients',
    what: 'Whom an order was for, and the message to them',
    days: 730,
    since: 'after it was paid',
    why: 'To answer questions about who was given what.',
    tables: [orders],
    async prune({ db }, { days, limit }) {
      const old = and(hasRecipients, isOlder(orders.paid_at, days))
      const emptied = await db
        .update(orders)
        .set({ recipients: [], gift_message: null, version: sql`${orders.version} + 1` })
        .where(inBatch(orders, old, limit))
        .returning({ id: orders.id })
      return emptied.length
    },
  },
]

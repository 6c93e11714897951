import { consolePaths, filteredList } from '@flagyard/api-types/console-links'
import { and, asc, count, eq, min, sql } from 'drizzle-orm'
import { disputes, orders, paymentEvents } from '../../../db/schema/index.ts'
import type { AlarmRule } from '../../../extension-points/alarm-rule.ts'
import { isPaidTwice } from './sql.ts'

/** Maximum number of alarms per rule. The console's lists show the rest. */
const MAX_ALARMS = 100

const alarmOf = ({ id, number }: { id: string; number: string }, sentence: string) => ({
  subject: number,
  count: 1,
  sentence,
  links: [{ label: `Order ${number}`, to: consolePaths.order(id) }],
})

/** A bank disputes the payment and expects an answer by its deadline. */
const disputed: AlarmRule = {
  kind: 'dispute',
  level: 'warning',
  async find(tx) {
    const rows = await tx
      .select({ id: orders.id, number: orders.number })
      .from(orders)
      .where(eq(orders.state, 'disputed'))
      .orderBy(asc(orders.number))
      .limit(MAX_ALARMS)
    return rows.map((order) => alarmOf(order, `The order ${order.number} is disputed`))
  },
}

/** Days for which a refused payment event raises an alarm. */
const REFUSED_DAYS = 7

/**
 * The provider sent an event that does not fit one of our orders: a different amount, a second payment, or a failed refund.
 * Someone's money is in the wrong place. Events without an order appear only in the list.
 */
const refusedPayments: AlarmRule = {
  kind: 'payment_refused',
  level: 'warning',
  async find(tx) {
    const rows = await tx
      .select({ id: orders.id, number: orders.number, events: count() })
      .from(paymentEvents)
      .innerJoin(orders, eq(orders.id, paymentEvents.order_id))
      .where(
        and(
          eq(paymentEvents.outcome, 'refused'),
          sql`${paymentEvents.received_at} > now() - make_interval(days => ${REFUSED_DAYS}::int)`,
        ),
      )
      .groupBy(orders.id, orders.number)
      .orderBy(asc(orders.number))
      .limit(MAX_ALARMS)
    return rows.map(({ id, number, events }) => ({
      subject: number,
      count: events,
      sentence: `The payment provider reported events that do not match the order ${number}`,
      links: [{ label: 'Payment events of the order', to: filteredList('listPaymentEvents', { order: id }) }],
    }))
  },
}

/** Days before the deadline from which missing dispute evidence is urgent. */
const DUE_DAYS = 3

/** The bank ignores evidence sent after the deadline. */
const evidenceDue: AlarmRule = {
  kind: 'dispute_due',
  level: 'urgent',
  async find(tx) {
    const due = min(disputes.due_at)
    const rows = await tx
      .select({ id: orders.id, number: orders.number, due })
      .from(disputes)
      .innerJoin(orders, eq(orders.id, disputes.order_id))
      .where(
        and(
          eq(disputes.state, 'open'),
          sql`${disputes.due_at} > now() and ${disputes.due_at} <= now() + make_interval(days => ${DUE_DAYS}::int)`,
        ),
      )
      .groupBy(orders.id)
      .orderBy(asc(due), asc(orders.number))
      .limit(MAX_ALARMS)
    return rows.map((order) => {
      const until = order.due?.toISOString().slice(0, 16).replace('T', ' ')
      return alarmOf(order, `Dispute evidence for the order ${order.number} is due by ${until} UTC`)
    })
  },
}

/** Days for which finance is alerted to a paid order that needs a decision. */
const DECISION_DAYS = 30
const isRecentlyPaid = sql`${orders.paid_at} > now() - make_interval(days => ${DECISION_DAYS}::int)`

/** A buyer paid two orders for the same content for themselves. The later one should be refunded. */
const paidTwice: AlarmRule = {
  kind: 'paid_twice',
  level: 'warning',
  async find(tx) {
    const rows = await tx
      .selectDistinct({ id: orders.id, number: orders.number })
      .from(orders)
      .innerJoin(sql`${orders} other`, isPaidTwice)
      .where(isRecentlyPaid)
      .orderBy(asc(orders.number))
      .limit(MAX_ALARMS)
    return rows.map((order) =>
      alarmOf(order, `The order ${order.number} paid for content that its buyer already has through another order`),
    )
  },
}

/** The country of the payment differs from the country that the tax was calculated for. */
const contradicted: AlarmRule = {
  kind: 'tax_evidence',
  level: 'warning',
  async find(tx) {
    const rows = await tx
      .select({ id: orders.id, number: orders.number })
      .from(orders)
      .where(
        and(
          sql`${orders.tax_evidence} @> '{"agrees": false}'`,
          isRecentlyPaid,
          sql`${orders.refunded_amount} < ${orders.total_amount}`,
        ),
      )
      .orderBy(asc(orders.number))
      .limit(MAX_ALARMS)
    return rows.map((order) =>
      alarmOf(order, `The order ${order.number} was paid from a different country than it was taxed for`),
    )
  },
}

export const orderAlarms: readonly AlarmRule[] = [disputed, evidenceDue, refusedPayments, paidTwice, contradicted]

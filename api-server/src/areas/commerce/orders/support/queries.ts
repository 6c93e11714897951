import type { Output } from '@flagyard/api-types/contract/operation'
import { and, asc, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../../db/lists/list-source.ts'
import { foldedContains } from '../../../../db/lists/search.ts'
import type { Db } from '../../../../db/open.ts'
import { audit, invoices, orders, paymentEvents, refunds, users } from '../../../../db/schema/index.ts'
import { hasId } from '../../../../db/sql.ts'
import type { SearchSource } from '../../../../extension-points/sources.ts'
import { accountIdOf } from '../../../platform/auth/index.ts'
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

const { searched: _text, ...ofOrder } = getTableColumns(orders)
const columns = { ...ofOrder, buyer: users.username }

export const orderSource = {
  table: orders,
  id: sql`${orders.id}::text`,
  where: matching,
  having: (part, _filter, byRow) => matchesOrder(part, byRow),
  // No sorting by buyer: the name is a column of users, so no index on orders covers it. To find the orders of a buyer, filter by `username` or `q`.
  keys: {
    created_at: [sql`${orders.created_at}`, sql`${orders.id}`],
    paid_at: [sql`${orders.paid_at}`, sql`${orders.id}`],
    number: [sql`${orders.number}`],
    state: [sql`${orders.state}`, sql`${orders.created_at}`, sql`${orders.id}`],
    total: [sql`${orders.total_amount}`, sql`${orders.id}`],
  },
  nulls: { paid_at: 'largest' },
  read: async (db, slice) => {
    const rows = await sliceOf(
      db
        .select({ ...columns, ...slice.cursor })
        .from(orders)
        .innerJoin(users, eq(users.id, orders.user_id)),
      slice,
    )
    return rows.map(presented)
  },
} satisfies ListSourceOf<'listOrders'>

export async function findForPage(db: Db, id: string) {
  const [row] = await db
    .select(columns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(hasId(orders.id, id))
  return row
}
export type OrderWithBuyer = NonNullable<Awaited<ReturnType<typeof findForPage>>>

/** The row as the API returns it, with amounts as money. */
export function presented<Row extends OrderWithBuyer>(row: Row) {
  const money = (amount: number) => ({ amount, currency: row.currency })
  return {
    ...row,
    company: row.billing?.company ?? null,
    total: money(row.total_amount),
    tax: money(row.tax_amount),
    refunded: money(row.refunded_amount),
  }
}

function matching(filter: Output<'orderFilter'>, byRow = false): SQL | undefined {
  const { id, q, state, provider, organisation_id, username, disputed, paid_from, paid_until, paid_within_days } =
    filter
  return and(
    id && isAmongUuids(orders.id, id),
    matchesOrder(q, byRow),
    state && eq(orders.state, state),
    provider && eq(orders.provider, provider),
    organisation_id === undefined ? undefined : eq(orders.organisation_id, organisation_id),
    username === undefined ? undefined : sql`${orders.user_id} = ${accountIdOf(username)}`,
    disputed && eq(orders.state, 'disputed'),
    paid_from === undefined ? undefined : gte(orders.paid_at, new Date(paid_from)),
    paid_until === undefined ? undefined : lt(orders.paid_at, new Date(paid_until)),
    paid_within_days === undefined
      ? undefined
      : sql`${orders.paid_at} >= now() - make_interval(days => ${paid_within_days})`,
  )
}

/** Matches by the order's own text or by its buyer. Uses the search index of each table, or with `byRow` evaluates each row. */
export function matchesOrder(q: string | undefined, byRow: boolean): SQL | undefined {
  if (q === undefined || q.trim() === '') return undefined
  const buyers = foldedContains(users.searched, q)
  if (byRow) {
    // A scalar subquery instead of `exists`, for which Postgres would collect all matching buyers first.
    const isOfBuyer = sql`(select ${buyers} from ${users} where ${eq(users.id, orders.user_id)})`
    return or(foldedContains(orders.searched, q), isOfBuyer)
  }
  return sql`${orders.id} in (select ${found.id} from ${orders} found where ${foldedContains(found.searched, q)}
    union all select ${found.id} from ${orders} found where ${found.user_id} in (select ${users.id} from ${users} where ${buyers}))`
}

const found = alias(orders, 'found')

export const orderSearch: SearchSource = {
  kind: 'order',
  operation: 'listOrders',
  table: orders,
  where: (q, _caller, byRow) => matchesOrder(q, byRow),
  having: (part, _q, _caller, byRow) => matchesOrder(part, byRow),
  keys: [sql`${orders.created_at}`, sql`${orders.id}`],
  descending: true,
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: sql<string>`${orders.id}::text`,
          title: sql<string>`${orders.number} || ' · ' || ${orders.title}`,
          detail: sql<string>`${users.username} || ' · ' || ${orders.state}`,
          within: sql<null>`null`,
        })
        .from(orders)
        .innerJoin(users, eq(users.id, orders.user_id)),
      slice,
    ),
}

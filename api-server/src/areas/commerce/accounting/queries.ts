import type { BookRow, MonthFigures } from '@flagyard/api-types'
import { asc, desc, eq, isNotNull, max, min, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { months, orders, refunds, users, vouchers } from '../../../db/schema/index.ts'
import { lockName } from '../../../db/sql.ts'

/** Condition for the transactions that belong to a month: those booked in it, or those that would be. */
export type Booked = (booked_month: SQL, at: SQL) => SQL

export const bookedIn =
  (month: string): Booked =>
  (booked) =>
    sql`${booked} = ${month}`

/** Unbooked transactions of an open month. The first open month also includes those recorded too late for the closed ones. */
export const toBeBooked =
  ({ from, until }: { from: Date | null; until: Date }): Booked =>
  (booked, at) =>
    sql`${booked} is null and ${at} < ${until.toISOString()}::timestamptz
      ${from ? sql`and ${at} >= ${from.toISOString()}::timestamptz` : sql``}`

/** Both database drivers return `rows` from `execute`, but the types do not say so. */
const rowsOf = async <Row>(db: Db, query: SQL) => ((await db.execute(query)) as unknown as { rows: Row[] }).rows

/** Tax lines of the order `o`; a single line without tax if there are none. `upto` and `below` are the running totals with and without the line. */
const taxLines = sql`lateral (
  select line.at, line.country, line.rate, line.rule, line.net, line.tax,
    sum(line.net + line.tax) over (order by line.at) as upto,
    sum(line.net + line.tax) over (order by line.at) - line.net - line.tax as below
  from (
    select t.at, t.line ->> 'country' as country, (t.line ->> 'rate')::int as rate, t.line ->> 'rule' as rule,
      (t.line ->> 'net')::bigint as net, (t.line ->> 'tax')::bigint as tax
    from jsonb_array_elements(o.tax_lines) with ordinality as t(line, at)
    union all
    select 1, null, null, 'none', o.total_amount - o.tax_amount, o.tax_amount where jsonb_array_length(o.tax_lines) = 0
  ) line) l`

const grouped = sql`group by o.currency, o.provider, l.country, l.rate, l.rule
  order by o.currency, o.provider, l.country nulls first, l.rule, l.rate`

export const sumSales = (db: Db, isBooked: Booked) =>
  rowsOf<BookRow>(
    db,
    sql`select 'sale' as kind, o.currency, o.provider, l.country, l.rate, l.rule,
      (count(*) filter (where l.at = 1))::int as count, sum(l.net + l.tax)::float8 as gross,
      sum(l.net)::float8 as net, sum(l.tax)::float8 as tax
    from ${orders} o cross join ${taxLines}
    where o.paid_at is not null and ${isBooked(sql`o.booked_month`, sql`o.paid_at`)} ${grouped}`,
  )

/**
 * The tax of a refund is that of its credit note. If the order has several tax lines, each refund takes its share of every line: the rounded total
 * refunded with it, minus the rounded total refunded before. The shares of all refunds of an order therefore add up exactly to what was sold.
 * Refunds in closed months come first, so their shares never change.
 */
export const sumRefunds = (db: Db, isBooked: Booked) =>
  rowsOf<BookRow>(
    db,
    sql`with returned as (
      select r.order_id, r.created_at, r.booked_month, r.amount, r.tax_amount,
        sum(r.amount) over (partition by r.order_id order by r.booked_month nulls last, r.created_at, r.id) as done
      from ${refunds} r
      where r.state = 'done'
        and r.order_id in (select s.order_id from ${refunds} s where ${isBooked(sql`s.booked_month`, sql`s.created_at`)})
    ), shares as (
      select o.currency, o.provider, l.at, l.country, l.rate, l.rule,
        ${shareOf(sql`l.upto`)} - ${shareOf(sql`l.below`)} as gross,
        case when jsonb_array_length(o.tax_lines) > 1 then ${shareOf(sql`l.tax`)} else r.tax_amount end as tax
      from returned r join ${orders} o on o.id = r.order_id cross join ${taxLines}
      where ${isBooked(sql`r.booked_month`, sql`r.created_at`)}
    )
    select 'refund' as kind, currency, provider, country, rate, rule, (count(*) filter (where at = 1))::int as count,
      sum(gross)::float8 as gross, sum(gross - tax)::float8 as net, sum(tax)::float8 as tax
    from shares group by currency, provider, country, rate, rule
    order by currency, provider, country nulls first, rule, rate`,
  )

const shareOf = (part: SQL) =>
  sql`(round(${part}::numeric * r.done / o.total_amount) - round(${part}::numeric * (r.done - r.amount) / o.total_amount))`

type OpenItems = MonthFigures['unredeemed'][number]

/** Vouchers of orders that were unused and still usable at that time, at the price of their seat. */
export const sumUnredeemed = (db: Db, until: Date) =>
  rowsOf<OpenItems>(
    db,
    sql`select o.currency, count(*)::int as count, sum(coalesce((
        select (line ->> 'amount')::bigint from jsonb_array_elements(o.lines) line
        where line ->> 'id' = coalesce(v.course_id, v.lab_id, v.exam_id)::text limit 1), o.unit_amount))::float8 as amount
    from ${vouchers} v join ${orders} o on o.id = v.order_id
    where v.created_at < ${until.toISOString()}::timestamptz
      and (v.activated_at is null or v.activated_at >= ${until.toISOString()}::timestamptz)
      and (v.expires_at is null or v.expires_at > ${until.toISOString()}::timestamptz) and v.state <> 'revoked'
    group by o.currency order by o.currency`,
  )

/** Bank transfer orders placed by that time that were neither paid nor closed. */
export const sumOpenTransfers = (db: Db, until: Date) =>
  rowsOf<OpenItems>(
    db,
    sql`select o.currency, count(*)::int as count, sum(o.total_amount)::float8 as amount from ${orders} o
    where o.provider = 'invoice' and o.state <> 'draft' and o.created_at < ${until.toISOString()}::timestamptz
      and (o.paid_at is null or o.paid_at >= ${until.toISOString()}::timestamptz)
      and (o.closed_at is null or o.closed_at >= ${until.toISOString()}::timestamptz)
    group by o.currency order by o.currency`,
  )

export const sumRefundsAsked = (db: Db, until: Date) =>
  rowsOf<OpenItems>(
    db,
    sql`select o.currency, count(*)::int as count, sum(r.amount)::float8 as amount
    from ${refunds} r join ${orders} o on o.id = r.order_id
    where r.booked_month is null and r.state = 'asked' and r.created_at < ${until.toISOString()}::timestamptz
    group by o.currency order by o.currency`,
  )

/** Serialises closing months until the transaction ends. */
export const lockMonths = (tx: Db) => lockName(tx, 'months')

/** First and last closed months, and the time of the very first payment. */
export async function findEnds(db: Db) {
  const [closed] = await db.select({ first: min(months.month), last: max(months.month) }).from(months)
  const [paid] = await db
    .select({ at: orders.paid_at })
    .from(orders)
    .where(isNotNull(orders.paid_at))
    .orderBy(asc(orders.paid_at), asc(orders.id))
    .limit(1)
  return { first: closed?.first ?? null, last: closed?.last ?? null, paid: paid?.at ?? null }
}

/** Maximum number of closed months in the list: ten years. */
const MAX_MONTHS = 120

const columns = { month: months.month, closed_at: months.closed_at, closed_by: users.username }

export const listClosed = (db: Db) =>
  db
    .select(columns)
    .from(months)
    .leftJoin(users, eq(users.id, months.closed_by))
    .orderBy(desc(months.month))
    .limit(MAX_MONTHS)

export async function findClosed(db: Db, month: string) {
  const [row] = await db
    .select({ ...columns, figures: months.figures })
    .from(months)
    .leftJoin(users, eq(users.id, months.closed_by))
    .where(eq(months.month, month))
  return row
}

export const insertMonth = (tx: Db, row: typeof months.$inferInsert) => tx.insert(months).values(row)
